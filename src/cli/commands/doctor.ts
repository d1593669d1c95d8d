/** `gno doctor` */
import type { Command } from "../command.ts";

export const doctor: Command = {
  words: ["doctor"],
  summary: "…",
  positionals: [],
  options: [],
  run: async () => 1,
};
