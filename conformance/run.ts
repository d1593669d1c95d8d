/** Runs the properties over the wires of one server: in order, each to its end, whatever the server does. */
import type { Baseline } from "./baseline.ts";
import { Check, type CheckOptions, type Line, type Verdict } from "./check.ts";
import { type Contract, loadContract } from "./contract.ts";
import { knowledgeOf } from "./knowledge/knowledge.ts";
import { properties } from "./properties/all.ts";
import type { Property } from "./property.ts";
import { buildReport, type Ran, type Report } from "./report.ts";
import { rowOn } from "./rows.ts";
import type { Connect } from "./target/channel.ts";
import { httpLegacyTarget } from "./target/http-legacy.ts";
import { httpModernTarget } from "./target/http-modern.ts";
import { createPace } from "./target/pace.ts";
import { createPoster } from "./target/post.ts";
import { stdioTarget } from "./target/stdio.ts";
import { type Era, TargetFailure, type Wire } from "./target/target.ts";
import { Watch } from "./target/watch.ts";
import type { Vault } from "./vault.ts";

export interface ConformOptions {
  readonly contract: string;
  readonly profile: string;
  readonly write: boolean;
  readonly eras: readonly Era[];
  readonly stdio: Connect | undefined;
  readonly http: { readonly url: URL; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly vault: Vault | undefined;
  readonly seed: number;
  readonly runs: number;
  readonly path: string | undefined;
  /** Property ids, each with an optional `/case`. Empty: all. */
  readonly only: readonly string[];
  readonly maxRpm: number | undefined;
  readonly timeoutMs: number;
  readonly baseline: Baseline;
  /** Run a failed property once more, alone, to tell a flaky row from a broken one. */
  readonly retry: boolean;
  /** One line per property and wire. */
  progress(line: string): void;
}

/** A wire on which this many properties in a row got no answer is given up. */
const patience = 3;

export async function conform(options: ConformOptions, loaded?: Contract): Promise<Report> {
  const contract = loaded ?? loadContract(options.contract);
  const knowledge = knowledgeOf(contract.name);
  const lines = openLines(options);
  const ran: Ran[] = [];
  const notes: string[] = [];
  const silent = new Map<Wire, number>();
  const authorized = Object.keys(options.http?.headers ?? {}).some(
    (name) => name.toLowerCase() === "authorization",
  );
  const base = { ...options, knowledge, authorized, wires: lines.map((line) => line.wire) };

  for (const { property, only } of chosen(options)) {
    const groups = property.mode === "together" ? [lines] : lines.map((line) => [line]);
    for (const group of groups) {
      const fitting = group.filter(
        ({ wire }) => property.on.includes(wire) && property.rows.some((row) => rowOn(row, wire)),
      );
      if (fitting.length === 0 || (property.writes === true && !options.write)) continue;
      const given = fitting.find((line) => (silent.get(line.wire) ?? 0) >= patience);
      const settings: CheckOptions = { ...base, only };
      const started = performance.now();
      const first =
        given === undefined
          ? await runOnce(property, contract, settings, fitting)
          : await giveUp(property, contract, settings, fitting);
      const again = options.retry && given === undefined && first.verdicts.some(hasFailed);
      const second = again ? await runOnce(property, contract, settings, await renew(fitting)) : undefined;
      for (const verdict of first.verdicts) {
        const twin = second?.verdicts.find((one) => one.row === verdict.row && one.wire === verdict.wire);
        const flaky = hasFailed(verdict) && twin !== undefined && !hasFailed(twin);
        ran.push({ property: property.id, verdict, flaky });
      }
      notes.push(...first.notes);
      for (const line of fitting) {
        silent.set(line.wire, first.silent ? (silent.get(line.wire) ?? 0) + 1 : 0);
      }
      options.progress(progressLine(property, fitting, first.verdicts, performance.now() - started));
    }
  }
  await Promise.all(
    lines.map(async (line) => {
      await line.shared?.close().catch(() => {});
      await line.second?.close().catch(() => {});
      await line.target.close().catch(() => {});
    }),
  );
  for (const close of lines.map((line) => line.dispose)) close();
  return buildReport({
    contract: contract.name,
    wires: lines.map((line) => line.wire),
    seed: options.seed,
    ran,
    notes: [...new Set(notes)],
    baseline: options.baseline,
    partial: options.only.length > 0,
  });
}

interface Once {
  readonly verdicts: readonly Verdict[];
  readonly notes: readonly string[];
  /** The server did not answer or was gone. */
  readonly silent: boolean;
}

async function runOnce(
  property: Property,
  contract: Contract,
  options: CheckOptions,
  lines: readonly Line[],
): Promise<Once> {
  const check = new Check(property, contract, options, lines);
  let broken: unknown;
  try {
    await property.run(check);
  } catch (error) {
    broken = error;
  }
  const verdicts = await check.finish(broken);
  return { verdicts, notes: check.notes, silent: broken instanceof TargetFailure };
}

async function giveUp(
  property: Property,
  contract: Contract,
  options: CheckOptions,
  lines: readonly Line[],
): Promise<Once> {
  const check = new Check(property, contract, options, lines);
  const says = `not run: ${patience} properties in a row got no answer on ${lines.map((line) => line.wire).join(", ")}`;
  const verdicts = await check.finish(new TargetFailure("gone", says, { sent: "", received: "" }));
  return { verdicts, notes: [], silent: true };
}

/** Fresh conversations, so that the second run stands alone. */
async function renew(lines: readonly Line[]): Promise<readonly Line[]> {
  for (const line of lines) {
    await line.shared?.close().catch(() => {});
    await line.second?.close().catch(() => {});
    line.shared = undefined;
    line.second = undefined;
  }
  return lines;
}

function hasFailed(verdict: Verdict): boolean {
  return verdict.failures.length > 0;
}

/** Properties in the order of the list, those over all traffic last. */
function chosen(options: ConformOptions): readonly { property: Property; only: string | undefined }[] {
  const wanted = new Map(
    options.only.map((one) => {
      const [id = "", ...rest] = one.split("/");
      return [id, rest.length === 0 ? undefined : rest.join("/")] as const;
    }),
  );
  for (const id of wanted.keys()) {
    if (!properties.some((property) => property.id === id)) {
      throw new Error(`no property is called ${id}; see --list`);
    }
  }
  const picked = properties.filter((property) => wanted.size === 0 || wanted.has(property.id));
  const ordered = [
    ...picked.filter((one) => one.mode !== "last"),
    ...picked.filter((one) => one.mode === "last"),
  ];
  return ordered.map((property) => ({ property, only: wanted.get(property.id) }));
}

function openLines(options: ConformOptions): readonly (Line & { dispose(): void })[] {
  const lines: (Line & { dispose(): void })[] = [];
  const { connect, timeoutMs } = { connect: options.stdio, timeoutMs: options.timeoutMs };
  for (const era of options.eras) {
    if (connect === undefined) continue;
    const watch = new Watch(era);
    const target = stdioTarget({ era, connect, watch, timeoutMs });
    lines.push({ wire: target.wire, target, watch, shared: undefined, second: undefined, dispose: () => {} });
  }
  if (options.http === undefined) return lines;
  const pace = createPace(options.maxRpm);
  for (const era of options.eras) {
    const watch = new Watch(era);
    const poster = createPoster({ ...options.http, pace, timeoutMs });
    const target = era === "legacy" ? httpLegacyTarget(poster, watch) : httpModernTarget(poster, watch);
    lines.push({
      wire: target.wire,
      target,
      watch,
      shared: undefined,
      second: undefined,
      dispose: () => poster.close(),
    });
  }
  return lines;
}

function progressLine(
  property: Property,
  lines: readonly Line[],
  verdicts: readonly Verdict[],
  ms: number,
): string {
  const failed = verdicts.filter(hasFailed).length;
  const decided = verdicts.filter((verdict) => verdict.exercised).length;
  const word = failed > 0 ? "fail" : decided > 0 ? "ok" : "skip";
  const where = property.mode === "together" ? "all wires" : lines.map((line) => line.wire).join(", ");
  const rows = failed > 0 ? `${failed} of ${decided} rows failed` : `${decided} rows`;
  return `${word.padEnd(5)}${property.id.padEnd(26)}${where.padEnd(14)}${rows}, ${Math.round(ms)} ms`;
}
