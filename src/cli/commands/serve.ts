/** `gno serve` */
import type { Command } from "../command.ts";

export const serve: Command = {
  words: ["serve"],
  summary: "…",
  positionals: [],
  options: [],
  run: async () => 1,
};
