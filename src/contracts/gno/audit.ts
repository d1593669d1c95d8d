/** gno_audit: faults in links, provenance and freshness of what is indexed, offline and without a write. spec/gno.md, "Audit". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import { formatUri, parseUri } from "../../engine/documents/uri.ts";
import type { AuditCategory, AuditReport, AuditRequest } from "../../engine/engine.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { isTag, normalTag } from "./list-tags.ts";
import { unknownCollection } from "./present-hits.ts";

type Args = GnoTools["gno_audit"]["args"];
type Output = GnoTools["gno_audit"]["output"];

const categories: readonly AuditCategory[] = ["links", "provenance", "freshness"];

/** Milliseconds after which an audit for a client ends with what it knows: before the call itself would end with nothing. */
const timeMs = 120_000;

export const audit = {
  async run(args, { engine, version }, call) {
    const request = requestOf(args, engine, call);
    const late = call.caller.transport === "cli" ? [] : [AbortSignal.timeout(timeMs)];
    const report = await engine.audit.run(request, {
      signal: AbortSignal.any([call.signal, ...late]),
      progress: call.progress,
    });
    return present(report, request, engine.indexName, version);
  },

  text({ status, scope, counts, findings }) {
    const { total, returned } = counts.findings;
    const lines = findings.map(
      ({ severity, ruleId, subject, location, message }) =>
        `  ${severity} ${ruleId} ${subject}${location === null ? "" : ` ${location}`}: ${message}`,
    );
    return [
      `Status: ${status}`,
      `Categories: ${scope.categories.join(", ")}`,
      `Rules: ${counts.rules.total}, of which ${counts.rules.fail} fail`,
      `Findings: ${total}, listed ${returned}`,
      ...lines,
      ...(returned < total ? ["Narrow the scope, or raise maxFindings, for the others."] : []),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_audit", GnoDeps>;

function requestOf(
  args: Args,
  { collections }: GnoDeps["engine"],
  call: Pick<Call<"RUNTIME" | "VALIDATION">, "fail" | "caller">,
): AuditRequest {
  // For a person at the command line an argument that is wrong is his to mend, like any other there.
  const code = call.caller.transport === "cli" ? "VALIDATION" : "RUNTIME";
  const known = () => collections.list().map(({ name }) => name);
  return {
    categories: args.category === "all" ? categories : [args.category],
    collections: unique(
      args.collections.map(
        (name) => collections.find(name)?.name ?? call.fail(code, unknownCollection(name, known())),
      ),
    ),
    paths: unique(args.paths),
    tags: unique(
      args.tags.map((given) => {
        const tag = normalTag(given);
        if (isTag(tag)) return tag;
        const shown = JSON.stringify(given);
        return call.fail(
          code,
          `${shown} is no tag. Segments of letters, numbers, '-' and '.' are joined by '/'.`,
        );
      }),
    ),
    maxFindings: args.maxFindings,
    ...(args.maxAgeDays === undefined ? {} : { maxAgeDays: args.maxAgeDays }),
    orphanRoots: unique(args.orphanRoots.map(plainUri)),
    orphanIgnorePrefixes: unique(args.orphanIgnorePrefixes),
  };
}

/** As the engine writes it; what is no URI names no document. */
function plainUri(given: string): string {
  const parsed = parseUri(given);
  return parsed === undefined ? given : formatUri(parsed.collection, parsed.relPath);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function present(report: AuditReport, request: AuditRequest, indexName: string, version: string): Output {
  const { findings, findingTotal, maxFindings } = { ...report, ...request };
  const count = (status: string) => report.rules.filter((rule) => rule.status === status).length;
  const truncated = findings.length < findingTotal;
  return {
    schemaVersion: "1.0",
    ruleSetVersion: "1.0",
    status: report.status,
    scope: {
      categories: [...request.categories],
      collections: [...request.collections],
      paths: [...request.paths],
      tags: [...request.tags],
      indexName,
    },
    capabilities: { ...report.capabilities, offline: true, llmDisabled: true },
    fingerprints: report.fingerprints,
    versions: { gno: version, schema: "1.0", ruleSet: "1.0" },
    startedAt: new Date(report.startedMs).toISOString(),
    completedAt: new Date(report.completedMs).toISOString(),
    durationMs: report.timing.totalMs,
    rules: report.rules,
    findings,
    counts: {
      rules: {
        pass: count("pass"),
        fail: count("fail"),
        skip: count("skip"),
        unavailable: count("unavailable"),
        inconclusive: count("inconclusive"),
        total: report.rules.length,
      },
      findings: { total: findingTotal, returned: findings.length, truncated },
      examined: { documents: report.examinedDocuments },
    },
    truncation: { findingsTruncated: truncated, maxFindings },
    timing: report.timing,
  } as Output;
}
