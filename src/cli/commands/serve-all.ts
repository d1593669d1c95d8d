/** `concordat serve`: every contract on one port; with `--sample` over a ready index that touches no folder of the user. */
import { prepareSample, sampleConfig } from "../../app/sample.ts";
import type { Command } from "../command.ts";
import { runServer } from "../run-server.ts";
import { serveFlags, serveOptions } from "../serve-options.ts";

export const serveAll: Command = {
  words: ["serve"],
  summary: "Serve the contracts over HTTP on one port.",
  positionals: [],
  options: [
    {
      name: "sample",
      type: "boolean",
      description: "Serve the project's own spec folder, indexed in .sample of the checkout",
    },
    ...serveOptions,
  ],

  async run(values, context) {
    const flags = serveFlags(values);
    if (values.sample !== true) return runServer(context.config, flags, context);
    const config = sampleConfig(context.config);
    const count = await prepareSample(config);
    if (!context.io.quiet)
      context.io.stdout.write(`Sample: ${count} documents of this project's spec folder\n`);
    return runServer(config, flags, context);
  },
};
