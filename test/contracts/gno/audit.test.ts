/** gno_audit through the server: each rule's fixture fails once, ids are stable, lists bounded, and nothing is changed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { type Files, type Harness, harness, shared } from "./harness.ts";

interface Finding {
  readonly id: string;
  readonly ruleId: string;
  readonly subject: string;
  readonly location: string | null;
}
interface Rule {
  readonly ruleId: string;
  readonly status: string;
  readonly findingCount: number;
  readonly skipReason: string | null;
}

/** Two notes that link each other, so that a fixture's one fault stands alone. */
const sound = { "index.md": "# Index\n\n[[Plan]]\n", "plan.md": "# Plan\n\n[back](index.md)\n" };
const captured = (source: string) => `---\ntitle: Clip\nsource:\n${source}---\n\n[[Plan]]\n`;
const body = "Staging listens on port 8080.";
const fact = (hash: string) =>
  `---\ntitle: Port\nmemory:\n  recordId: mem-0123456789abcdef\n  scopes:\n    - staging\n  caller: test\n  session: s1\n  createdAt: "2026-03-05T09:00:00Z"\n  contentHash: "${hash}"\n---\n\n${body}\n`;

interface Fixture {
  readonly rule: string;
  readonly files: Files;
  readonly args?: object;
  /** Managed as memory. */
  readonly managed?: true;
  /** After indexing. */
  readonly spoil?: (h: Harness, collection: string) => void | Promise<void>;
  readonly status?: string;
  readonly subject: string;
  readonly location?: string;
}

const fixtures: readonly Fixture[] = [
  {
    rule: "links.local-targets",
    files: { ...sound, "plan.md": "# Plan\n\n[back](index.md) and [[Nowhere]]\n" },
    subject: "plan.md",
    location: "L3:C22",
  },
  {
    rule: "links.ambiguous-targets",
    files: {
      ...sound,
      "a/foo.md": "# One\n\n[[Plan]]\n",
      "b/foo.md": "# Two\n\n[[Plan]]\n",
      "index.md": "# Index\n\n[[Plan]] [[foo]]\n",
    },
    subject: "index.md",
    location: "L3:C10",
  },
  {
    rule: "links.orphans",
    files: { ...sound, "alone.md": "# Alone\n\n[me](alone.md)\n" },
    subject: "alone.md",
  },
  {
    rule: "provenance.capture-source",
    files: {
      ...sound,
      "clip.md": captured("  kind: web\n  capturedAt: soon\n  url: https://example.org/a\n"),
    },
    subject: "clip.md",
    location: "capturedAt",
  },
  {
    rule: "provenance.memory-record",
    files: { "facts/port.md": fact("0".repeat(64)) },
    args: { category: "provenance" },
    managed: true,
    subject: "facts/port.md",
    location: "contentHash",
  },
  {
    rule: "freshness.source-readable",
    files: sound,
    spoil: (h, collection) => rmSync(join(h.folder(collection), "plan.md")),
    args: { category: "freshness" },
    status: "unavailable",
    subject: "plan.md",
  },
  {
    rule: "freshness.source-index-drift",
    files: sound,
    spoil: (h, collection) => h.write(collection, { "plan.md": "# Plan B\n\n[back](index.md)\n" }),
    subject: "plan.md",
  },
  {
    rule: "freshness.index-revision",
    files: sound,
    spoil: (h, collection) =>
      edit(
        h,
        `UPDATE document SET error_code = 'UNREADABLE', error_message = 'x', error_at = '2026' WHERE rel_path = 'plan.md'
         AND collection_id = (SELECT id FROM collection WHERE name = '${collection}')`,
      ),
    subject: "plan.md",
  },
  {
    rule: "freshness.configured-age-signal",
    files: sound,
    spoil: async (h, collection) => {
      const old = new Date(Date.now() - 3 * 86_400_000);
      utimesSync(join(h.folder(collection), "plan.md"), old, old);
      await h.job("gno_sync", { collection });
    },
    args: { maxAgeDays: 2 },
    subject: "plan.md",
  },
];

function edit(h: Harness, sql: string): void {
  const db = new Database(join(h.config.dirs.data, "index-default.sqlite"));
  db.exec(sql);
  db.close();
}

/** One collection a fixture, named by its rule: an audit of one is not touched by the faults of the others. */
const nameOf = (rule: string) => rule.replace(".", "-");
const managedLast = [...fixtures].sort((a, b) => Number(a.managed === true) - Number(b.managed === true));
const all = shared({
  collections: Object.fromEntries(managedLast.map(({ rule, files }) => [nameOf(rule), files])),
  yaml: "    memoryManaged: true\n",
});

describe("each rule finds its one fault", () => {
  test.each(fixtures)("$rule", async ({ rule, args, spoil, status, subject, location }) => {
    const h = await all();
    const collection = nameOf(rule);
    const audit = (more: object = {}) => h.ok("gno_audit", { ...more, ...args, collections: [collection] });
    if (spoil !== undefined) expect((await audit()).findings).toEqual([]);
    await spoil?.(h, collection);
    const report = await audit();
    expect(report.findings).toMatchObject([
      { ruleId: rule, subject: `gno://${collection}/${subject}`, location: location ?? null },
    ]);
    expect(report.counts.findings).toEqual({ total: 1, returned: 1, truncated: false });
    const own = report.rules.find(({ ruleId }: Rule) => ruleId === rule);
    expect(own).toMatchObject({ status: status ?? "fail", findingCount: 1, findings: report.findings });
    expect(report.status).toBe(status === "unavailable" ? "partial" : "complete");
    const others = report.rules.filter(({ ruleId }: Rule) => ruleId !== rule);
    expect(others.filter((one: Rule) => one.status !== "pass" && one.status !== "skip")).toEqual([]);
  });

  test("and a rule without anything to judge is skipped with its reason", async () => {
    const h = await harness({ collections: { notes: sound } });
    const { rules, status } = await h.ok("gno_audit");
    expect(status).toBe("complete");
    expect(rules.map(({ ruleId, status, skipReason }: Rule) => [ruleId, status, skipReason])).toEqual([
      ["links.ambiguous-targets", "pass", null],
      ["links.local-targets", "pass", null],
      ["links.orphans", "pass", null],
      ["links.parser-boundary", "pass", null],
      ["provenance.capture-source", "skip", "contract_not_declared"],
      ["provenance.logical-record", "skip", "contract_not_declared"],
      ["provenance.memory-record", "skip", "contract_not_declared"],
      ["freshness.configured-age-signal", "skip", "age_policy_not_configured"],
      ["freshness.index-revision", "pass", null],
      ["freshness.source-index-drift", "pass", null],
      ["freshness.source-readable", "pass", null],
    ]);
    const logical = rules.find(({ ruleId }: Rule) => ruleId === "provenance.logical-record");
    expect(logical.message).toMatch(/^Never judged: /);
  });
});

const faulty = shared({
  collections: {
    notes: {
      ...sound,
      "many.md": `# Many\n\n[[Plan]]\n${Array.from({ length: 30 }, (_, n) => `[[No ${n}]]`).join("\n")}\n`,
      "drafts/idea.md": "---\ntags: [todo]\n---\n# Idea\n",
      "alone.md": "# Alone\n",
      "copy.md": "# Alone\n",
    },
    work: { "log.md": "# Log\n\n[[Gone]]\n" },
  },
});

describe("the report", () => {
  test("lists as many findings as asked for and counts all, in order and with the same ids each time", async () => {
    const h = await faulty();
    const all = await h.ok("gno_audit", { maxFindings: 1000 });
    const few = await h.ok("gno_audit", { maxFindings: 7 });
    expect(few.findings).toEqual(all.findings.slice(0, 7));
    expect(few.counts.findings).toEqual({ total: all.findings.length, returned: 7, truncated: true });
    expect(few.truncation).toEqual({ findingsTruncated: true, maxFindings: 7 });
    expect(few.rules.map(({ findingCount }: Rule) => findingCount)).toEqual(
      all.rules.map(({ findingCount }: Rule) => findingCount),
    );
    const places = all.findings.map(
      ({ ruleId, subject, location }: Finding) => `${ruleId} ${subject} ${location}`,
    );
    expect(places).toEqual([...places].sort());
    expect(new Set(all.findings.map(({ id }: Finding) => id)).size).toBe(all.findings.length);
    expect(await h.text("gno_audit", { maxFindings: 7 })).toMatch(
      /^Status: complete\nCategories: links, provenance, freshness\nRules: 11, of which 2 fail\nFindings: 34, listed 7\n {2}warning links\.local-targets gno:\/\/notes\/many\.md L10:C1: /,
    );
  });

  test.each([
    {
      args: { category: "links", collections: ["WORK"] },
      subjects: ["gno://work/log.md", "gno://work/log.md"],
    },
    { args: { category: "links", tags: ["todo"] }, subjects: ["gno://notes/drafts/idea.md"] },
    { args: { category: "links", paths: ["drafts/"] }, subjects: ["gno://notes/drafts/idea.md"] },
    { args: { category: "links", paths: ["draft"] }, subjects: [] },
    {
      args: { category: "links", paths: ["/"], collections: ["notes"], maxFindings: 1 },
      subjects: ["gno://notes/many.md"],
    },
    {
      args: {
        category: "links",
        paths: ["drafts", "alone.md"],
        orphanRoots: ["gno://notes/alone.md"],
        orphanIgnorePrefixes: ["drafts"],
      },
      subjects: [],
    },
  ])("keeps to its scope: $args", async ({ args, subjects }) => {
    const h = await faulty();
    const { findings } = await h.ok("gno_audit", args);
    expect(findings.map(({ subject }: Finding) => subject)).toEqual(subjects);
  });

  test.each([
    { args: { collections: ["nope"] }, message: /^Collection not found: nope/ },
    { args: { tags: ["not a tag"] }, message: /is no tag/ },
  ])("refuses $args", async ({ args, message }) => {
    const h = await faulty();
    expect(await h.error("gno_audit", args)).toMatchObject({
      code: "RUNTIME",
      message: expect.stringMatching(message),
    });
  });

  test.each([{ paths: [" "] }, { maxFindings: 0 }, { unknown: 1 }])("%j breaks the schema", async (args) => {
    const h = await faulty();
    expect((await h.run("gno_audit", args)).kind).toBe("invalid");
  });

  test("says that it could look at nothing where nothing is set up", async () => {
    const h = await harness({ uninitialized: true });
    const report = await h.ok("gno_audit");
    expect(report).toMatchObject({ status: "failed", capabilities: { indexReadable: false } });
    expect(report.rules).toMatchObject([{ ruleId: "audit.snapshot", status: "inconclusive" }]);
    expect(report.rules[0].message).toContain("gno init");
  });

  test("a collection that was never indexed is a finding, not a clean bill", async () => {
    const h = await harness({ collections: { notes: {} } });
    const { findings } = await h.ok("gno_audit");
    expect(findings).toMatchObject([{ ruleId: "freshness.index-revision", subject: "gno://notes/" }]);
  });

  test("pictures, folders and captured notes are no faults", async () => {
    const h = await harness({
      collections: {
        notes: {
          ...sound,
          "sub/a.md": "# A\n\n[[Plan]] ![[shot.png]] [map](../img/map.pdf) [all](../img/) [[v1.2]]\n",
          "v1.2.md": "# Version\n\n[[A]]\n",
          "img/shot.png": "x",
          "img/map.pdf": "x",
        },
      },
    });
    await h.ok("gno_capture", {
      collection: "notes",
      title: "New",
      content: "See [[Plan]].",
      source: { kind: "web", url: "https://example.org/" },
    });
    const { findings, rules } = await h.ok("gno_audit");
    expect(findings).toEqual([]);
    expect(rules.find(({ ruleId }: Rule) => ruleId === "provenance.capture-source").status).toBe("pass");
  });

  test("ids survive an index that is built anew", async () => {
    const files = { "a.md": "# A\n\n[[Nowhere]]\n" };
    const [one, two] = [
      await harness({ collections: { notes: files } }),
      await harness({ collections: { notes: files } }),
    ];
    const ids = async (h: Harness) => (await h.ok("gno_audit")).findings.map(({ id }: Finding) => id);
    expect(await ids(one)).toEqual(await ids(two));
  });

  test("a caller who cancels gets no report, and the audit ends", async () => {
    const h = await faulty();
    const signal = AbortSignal.abort();
    expect((await h.run("gno_audit", {}, { signal })).kind).toBe("cancelled");
    const { audit } = await h.app.engine();
    const request = {
      categories: ["links", "freshness"] as const,
      collections: [],
      paths: [],
      tags: [],
      maxFindings: 10,
      orphanRoots: [],
      orphanIgnorePrefixes: [],
    };
    const report = await audit.run(request, { signal });
    expect(report.status).toBe("partial");
    expect(report.rules[0]).toMatchObject({
      ruleId: "audit.cancelled",
      status: "inconclusive",
      category: "links",
    });
    expect(report.rules.slice(1).every(({ status }) => status === "inconclusive")).toBe(true);
  });
});

test("an audit changes no file, no row of either database, and no setting", async () => {
  const h = await harness({
    collections: {
      notes: { ...sound, "clip.md": captured("  kind: nope\n"), "alone.md": "# Alone\n\n[[x]]\n" },
    },
  });
  h.write("notes", { "plan.md": "# Changed\n" });
  const before = state(h);
  expect(Object.keys(before.tables).length).toBeGreaterThan(10);
  await h.ok("gno_audit", { maxAgeDays: 1 });
  await h.ok("gno_audit", { category: "links", maxFindings: 1 });
  expect(state(h)).toEqual(before);
});

/** Hashes and times of all files but those of the databases, and every row of those. */
function state(h: Harness) {
  const files: Record<string, string> = {};
  const tables: Record<string, unknown> = {};
  for (const entry of readdirSync(h.root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (entry.name.endsWith(".sqlite") && !entry.name.startsWith("write-lock")) {
      const db = new Database(path, { readonly: true });
      const names = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .pluck()
        .all() as string[];
      for (const name of names) {
        tables[`${entry.name} ${name}`] = db.prepare(`SELECT * FROM "${name}"`).raw().all();
      }
      db.close();
    } else if (!/sqlite-(wal|shm)$/.test(entry.name)) {
      const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
      files[path] = `${hash} ${statSync(path).mtimeMs}`;
    }
  }
  return { files, tables };
}
