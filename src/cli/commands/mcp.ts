/** `gno mcp`: serves one client on stdin and stdout. */
import { isatty } from "node:tty";
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

  async run(values, { config, io, signal }) {
    if (isatty(0) && !io.quiet) {
      io.stderr.write(
        "Waiting for an MCP client on standard input; a client starts this command by itself. Ctrl-C ends it.\n",
      );
    }
    return serveStdio({
      config,
      profile: profileOf(values["tool-profile"], "--tool-profile") ?? "full",
      writeEnabled:
        values["enable-write"] === undefined ? config.enableWrite : values["enable-write"] === true,
      stop: signal,
    });
  },
};
