/** `concordat serve` */
import type { Command } from "../command.ts";

export const serveAll: Command = {
  words: ["serve"],
  summary: "…",
  positionals: [],
  options: [],
  run: async () => 1,
};
