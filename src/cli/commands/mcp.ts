/** `gno mcp`: serves one client on stdin and stdout. */
import { serveStdio } from "../../app/stdio.ts";
import type { Command } from "../command.ts";
import { profileOf, profileOption } from "../profile-option.ts";

export const mcp: Command = {
  words: ["mcp"],
  summary: "Serve one MCP client on standard input and output.",
  positionals: [],
  options: [
    {
      name: "enable-write",
      type: "boolean",
      description: "Let the client write notes and change collections; also GNO_MCP_ENABLE_WRITE=1",
    },
    profileOption("tool-profile"),
  ],

  async run(values, { config, signal }) {
    return serveStdio({
      config,
      profile: profileOf(values["tool-profile"], "--tool-profile") ?? "full",
      writeEnabled:
        values["enable-write"] === undefined ? config.enableWrite : values["enable-write"] === true,
      stop: signal,
    });
  },
};
