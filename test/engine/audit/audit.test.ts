/** The Audit port over passes that are made up: what changed meanwhile, rules that break, and audits that are stopped. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAudit } from "../../../src/engine/audit/audit.ts";
import type { PassRequest } from "../../../src/engine/audit/audit-messages.ts";
import type { AuditThread } from "../../../src/engine/audit/audit-thread.ts";
import { createCollector, cut, MAX_RULE_FINDINGS } from "../../../src/engine/audit/findings.ts";
import { type PassOptions, type PassResult, runPass } from "../../../src/engine/audit/run-pass.ts";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import type { AuditRequest } from "../../../src/engine/engine.ts";
import { vault } from "../support/vault.ts";

const request: AuditRequest = {
  categories: ["links", "provenance", "freshness"],
  collections: [],
  paths: [],
  tags: [],
  maxFindings: 100,
  orphanRoots: [],
  orphanIgnorePrefixes: [],
};

const clean: PassResult = {
  rules: [],
  findings: [],
  examinedDocuments: 1,
  capabilities: {
    indexReadable: true,
    sourcesReadable: true,
    linksGraphAvailable: true,
    provenanceSchemaAvailable: true,
  },
  fingerprints: { source: "s", index: "i" },
  changed: false,
  cancelled: false,
  snapshotMs: 1,
  rulesMs: 1,
  problems: [],
};

function auditOf(passes: readonly (PassResult | undefined)[], load = () => emptyConfig) {
  const asked: PassRequest[] = [];
  const logged: string[] = [];
  const thread: AuditThread = {
    async pass(given) {
      asked.push(given);
      return passes[asked.length - 1];
    },
    close: async () => {},
  };
  const log = { error: (message: string) => logged.push(message), warn: () => {}, info: () => {} };
  const audit = createAudit({ indexPath: "x", config: { load }, thread, clock: { now: () => 0 }, log });
  return { audit, asked, logged };
}

describe("what changes meanwhile", () => {
  test("one disturbed pass is made again, two are told", async () => {
    const calm = auditOf([{ ...clean, changed: true }, clean]);
    expect((await calm.audit.run(request)).status).toBe("complete");
    expect(calm.asked.length).toBe(2);
    const busy = auditOf([
      { ...clean, changed: true },
      { ...clean, changed: true },
    ]);
    expect((await busy.audit.run(request)).status).toBe("changed_during_audit");
    expect(busy.asked.length).toBe(2);
  });

  test("another configuration counts as a change", async () => {
    let reads = 0;
    const { audit } = auditOf([clean, clean], () => ({ ...emptyConfig, busyTimeoutMs: reads++ }));
    expect((await audit.run(request)).status).toBe("changed_during_audit");
  });

  test("a file that is written after it was read is seen, and one that is not is not", () => {
    const v = opened({ "notes/a.md": "# A\n\n[[B]]\n", "notes/b.md": "# B\n" });
    expect(runPass(v.pass, v.options()).changed).toBe(false);
    const write = (done: number) => {
      if (done === 1) writeFileSync(join(v.data, "notes/a.md"), "# A, longer\n");
    };
    expect(runPass(v.pass, v.options({ progress: write })).changed).toBe(true);
  });

  test("rows that others write count, a bare commit does not", () => {
    const v = opened({ "notes/a.md": "# A\n" });
    let version = 0;
    const commit = (sql: string) => () => {
      v.store.raw.exec(sql);
      version = 1;
    };
    const seen = (sql: string) => {
      version = 0;
      return runPass(v.pass, v.options({ version: () => version, progress: commit(sql) })).changed;
    };
    expect(seen("UPDATE document SET checked_ms = checked_ms + 1")).toBe(false);
    expect(seen("UPDATE document SET indexed_at = '2030-01-01T00:00:00Z'")).toBe(true);
  });
});

describe("an audit that does not come to its end", () => {
  test("stopped while it reads, it keeps what it found and says that it is not all", () => {
    const v = opened({ "notes/a.md": "# A\n\n[[Nowhere]]\n", "notes/b.md": "# B\n" });
    let files = 0;
    const result = runPass(v.pass, v.options({ cancelled: () => files > 1, progress: () => void files++ }));
    expect(result.cancelled).toBe(true);
    const status = Object.fromEntries(result.rules.map((rule) => [rule.ruleId, rule.status]));
    expect(status["links.local-targets"]).toBe("fail");
    expect(status["provenance.capture-source"]).toBe("inconclusive");
    expect(status["freshness.source-readable"]).toBe("inconclusive");
  });

  test("stop() reaches those that run", async () => {
    let flag: Int32Array | undefined;
    let answer: (result: PassResult) => void = () => {};
    const thread: AuditThread = {
      pass: (_given, cancel) => {
        flag = cancel;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      close: async () => {},
    };
    const log = { error: () => {}, warn: () => {}, info: () => {} };
    const config = { load: () => emptyConfig };
    const audit = createAudit({ indexPath: "x", config, thread, clock: { now: () => 0 }, log });
    const running = audit.run(request);
    audit.stop();
    expect(flag?.[0]).toBe(1);
    answer({ ...clean, cancelled: true });
    const report = await running;
    expect(report.status).toBe("partial");
    expect(report.rules).toMatchObject([{ ruleId: "audit.cancelled", status: "inconclusive" }]);
  });

  test("a rule that breaks is unavailable, and the log knows why", async () => {
    const { audit, logged } = auditOf([{ ...clean, problems: ["links.orphans: boom"] }]);
    const report = await audit.run(request);
    expect(report.status).toBe("partial");
    expect(report.rules).toMatchObject([{ ruleId: "audit.runner", status: "unavailable" }]);
    expect(logged).toEqual(["an audit rule failed"]);
  });

  test("a pass that fails leaves a report that says so", async () => {
    const { audit } = auditOf([undefined]);
    expect(await audit.run(request)).toMatchObject({
      status: "failed",
      rules: [{ ruleId: "audit.snapshot", status: "inconclusive" }],
    });
  });
});

describe("findings", () => {
  test("of one rule are bounded, all are counted, and the first in order stay", () => {
    const found = createCollector("links.orphans", "links", "info");
    const draft = { location: null, message: "m", evidence: [], guidance: [] };
    for (let n = 0; n < MAX_RULE_FINDINGS + 5; n += 1)
      found.add([{ ...draft, subject: `gno://notes/${String(n).padStart(5, "0")}` }]);
    expect(found.count()).toBe(MAX_RULE_FINDINGS + 5);
    expect(found.first(2_000).length).toBe(MAX_RULE_FINDINGS);
    expect(found.first(1)[0]?.subject).toBe("gno://notes/00000");
  });

  test("never hold half a character", () => {
    expect(cut("ab😀cd", 4)).toBe("ab…");
    expect(cut("ab😀", 4)).toBe("ab😀");
  });
});

function opened(files: Record<string, string>) {
  const v = vault(files);
  onTestFinished(() => v.close());
  mkdirSync(join(v.data, "notes"), { recursive: true });
  const pass: PassRequest = {
    indexPath: v.store.path,
    collections: [{ name: "notes", path: join(v.data, "notes"), memoryManaged: false }],
    request,
    maxFileBytes: 1_000_000,
    now: 0,
  };
  const options = (own: Partial<PassOptions> = {}): PassOptions => ({
    reader: v.reader,
    atOnce: (work) => v.store.raw.transaction(work)(),
    version: () => 0,
    cancelled: () => false,
    progress: () => {},
    ...own,
  });
  return { ...v, pass, options };
}
