/** `gno bench`: retrieval quality over the user's own questions. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  type FixtureProblem,
  type LegFigures,
  legFigures,
  readFixture,
  resolveFixture,
} from "../../app/bench.ts";
import { withApp } from "../../app/direct.ts";
import { call } from "../call-tool.ts";
import { type Command, CommandError, jsonOption } from "../command.ts";
import type { Paint } from "../io.ts";
import { createProgress } from "../progress.ts";
import { requireConfig } from "./tool.ts";

/** The tools that are measured, each as a user calls it. */
const legs = [
  { leg: "search", tool: "gno_search" },
  { leg: "query", tool: "gno_query" },
] as const;

interface Result {
  readonly results: readonly { readonly uri: string }[];
  readonly meta: { readonly mode: string };
}

export const bench: Command = {
  words: ["bench"],
  summary: "Measure how well your own questions find their documents.",
  positionals: [
    {
      name: "fixture",
      description: "JSON file with questions and the documents they should find",
      required: true,
    },
  ],
  options: [jsonOption],

  async run(values, context) {
    const { config, io, signal } = context;
    requireConfig(config);
    const file = resolve(String(values.fixture));
    const read = readFixture(contentOf(file));
    if (read.kind === "bad") throw faulty(file, read.problems);
    const { fixture } = read;
    const { limit, collection } = fixture;
    await withApp(config, async (app) => {
      const resolved = resolveFixture(fixture, await app.engine());
      if (resolved.kind === "bad") throw faulty(file, resolved.problems);
      const { judged } = resolved;
      const progress = createProgress(io);
      const figures: LegFigures[] = [];
      try {
        for (const [number, { leg, tool }] of legs.entries()) {
          const answers = [];
          for (const [at, { query }] of judged.entries()) {
            signal.throwIfAborted();
            progress.update(number * judged.length + at, legs.length * judged.length, leg);
            const args = { query, limit, ...(collection === undefined ? {} : { collection }) };
            const { results, meta } = (await call(app, { name: tool }, args, context)).data as Result;
            answers.push({ mode: meta.mode, uris: results.map(({ uri }) => uri) });
          }
          figures.push(legFigures(leg, answers, judged, limit));
        }
      } finally {
        progress.end();
      }
      const data = {
        queries: judged.length,
        limit,
        ...(collection === undefined ? {} : { collection }),
        legs: figures,
      };
      io.stdout.write(
        values.json === true
          ? `${JSON.stringify(data, null, 2)}\n`
          : `${table(figures, judged.length, limit, io.paint)}\n`,
      );
    });
    return 0;
  },
};

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(
      "VALIDATION",
      `${file} cannot be read. Name a JSON file of questions; spec/gno.md shows one.`,
    );
  }
}

function faulty(file: string, problems: readonly FixtureProblem[]): CommandError {
  const lines = problems.map(({ line, message }) => `${file}:${line}: ${message}`);
  return new CommandError("VALIDATION", lines.join("\n"), 1, { file, problems });
}

const columns = ["leg", "mode", "nDCG@10", "recall", "MRR", "hit@1", "hit@5"] as const;

function table(figures: readonly LegFigures[], queries: number, limit: number, paint: Paint): string {
  const rows = figures.map(({ leg, modes, ndcg10, recall, mrr, hit1, hit5 }) => [
    leg,
    modes.join(", "),
    ...[ndcg10, recall, mrr, hit1, hit5].map((value) => value.toFixed(3)),
  ]);
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => (row[at] as string).length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] as number))
      .join("  ")
      .trimEnd();
  const failed = figures.flatMap(({ leg, failed: missed }) => [
    ...(missed.length === 0 ? [] : ["", `${leg} missed ${missed.length} of ${queries}:`]),
    ...missed.flatMap(({ query, relevant, found }) => [
      `  ${paint("yellow", JSON.stringify(query))}`,
      `    wanted ${relevant.join(", ")}`,
      `    found  ${found.join(", ") || "nothing"}`,
    ]),
  ]);
  return [
    `${queries} question${queries === 1 ? "" : "s"}, the first ${limit} documents each`,
    "",
    paint("bold", line(columns)),
    ...rows.map(line),
    ...failed,
  ].join("\n");
}
