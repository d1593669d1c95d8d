/** message.shape: every message that the server sent during the run is well formed for its era. */
import { everyWire, type Property } from "../property.ts";

const always = ["base.jsonrpc-version", "base.result-or-error", "base.error-form"];
const rows = [
  ...always,
  "meta.server-info",
  "meta.key-grammar",
  "http.no-requests",
  "result.type",
  "result.other-types",
  "init.negotiated-only",
  "elicitation.declared",
  "log.asked",
  "log.declared",
  "progress.own-token",
  "progress.rising",
  "progress.ends",
  "progress.asked",
  "subscriptions.no-other-cancel",
  "input.something-asked",
  "input.known-kinds",
  "input.declared-kinds",
];

export default {
  id: "message.shape",
  claim: "Every message of the server is well formed for its era, and none comes that nobody asked for",
  rows,
  on: everyWire,
  mode: "last",
  async run(check) {
    const talk = await check.talk();
    // Something of each kind, in case this property runs alone.
    await talk.list();
    for (const tool of check.readTools) await talk.call(tool.name, tool.examples[0]?.input ?? {});
    await talk.call("no_such_tool", {});
    await talk.request("no/such-method");
    await talk.call(check.readTools[0]?.name ?? "", check.readTools[0]?.examples[0]?.input ?? {}, {
      meta: { progressToken: "conform-1" },
    });
    await talk.list();
    const { watch } = check;
    for (const row of rows) {
      const findings = watch.findings(row);
      for (const { says, exchange } of findings) check.fail(row, { says, exchange });
      if (findings.length > 0) continue;
      if (row === "log.declared" && watch.seen.logs > 0) {
        check.expect(
          row,
          "logging" in (talk.opening.capabilities as object),
          "log messages come and logging is not declared",
        );
        continue;
      }
      const reason = unseen(row, watch.seen);
      if (reason === undefined) check.expect(row, true, "");
      else check.skip(row, reason);
    }
  },
} satisfies Property;

/** Rows on things that never came are not proven by their absence. */
function unseen(
  row: string,
  seen: { progress: number; logs: number; inputRequired: number },
): string | undefined {
  if (/^progress\.(own-token|rising|ends)$/.test(row) && seen.progress === 0) return "no progress was sent";
  if (row === "log.declared" && seen.logs === 0) return "no log message was sent";
  if (row.startsWith("input.") && seen.inputRequired === 0) return "no result asked for input";
  return undefined;
}
