/** `gno serve`: the HTTP server over the user's own index. */
import type { Command } from "../command.ts";
import { runServer } from "../run-server.ts";
import { serveFlags, serveOptions } from "../serve-options.ts";

export const serve: Command = {
  words: ["serve"],
  summary: "Serve many MCP clients over HTTP on one port.",
  positionals: [],
  options: serveOptions,
  run: (values, context) => runServer(context.config, serveFlags(values), context),
};
