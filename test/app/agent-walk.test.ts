/**
 * The way of an agent through the tools, on all four wires: from a word to a line, its section, its neighbourhood, to
 * evidence that can be checked again; and, with writes on, from a stale fact to its successor and through a rename.
 * spec/gno.md, "A walk". The files are those of the published examples.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { bundle } from "../cli/bundle.ts";
import { type Place, place } from "../cli/gno.ts";
import { type Call, calls, connect, wires } from "./wires.ts";

const entry = join(bundle(), "gno.js");
const examples = fileURLToPath(new URL("../../conformance/vaults/gno", import.meta.url));
const collections = ["notes", "work", "memory"];

async function indexed(): Promise<Place> {
  const at = place(entry);
  cpSync(examples, at.vault, { recursive: true });
  const list = collections.map(
    (name) => `  - name: ${name}\n    path: ${JSON.stringify(join(at.vault, name))}\n    pattern: "**/*"\n`,
  );
  mkdirSync(at.env.GNO_CONFIG_DIR!);
  const yaml = `version: "1.0"\ncollections:\n${list.join("")}    memoryManaged: true\n`;
  writeFileSync(join(at.env.GNO_CONFIG_DIR!, "index.yml"), yaml);
  expect(await at.gno(["update"])).toMatchObject({ code: 0 });
  return at;
}

async function edit(at: Place, path: string, change: (text: string) => string): Promise<void> {
  const file = join(at.vault, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  expect(await at.gno(["update"])).toMatchObject({ code: 0 });
}

async function read(call: Call, at: Place): Promise<void> {
  // A word leads to a line of a document.
  const { results } = await call("gno_search", { query: "snapshot router" });
  const [{ uri, line }] = results;
  expect(uri).toBe("gno://notes/projects/atlas.md");

  // The lines around it, and no more.
  const { content, totalLines, returnedLines } = await call("gno_get", {
    ref: uri,
    fromLine: line,
    lineCount: 4,
  });
  expect(content).toContain("switch the router back");
  expect(returnedLines.end - returnedLines.start).toBeLessThan(4);
  expect(totalLines).toBeGreaterThan(20);

  // Its section, as a locator that outlives edits elsewhere.
  const { target } = await call("gno_section", { action: "create", ref: uri, anchor: "rollback" });
  const resolve = () => call("gno_section", { action: "resolve", ref: uri, target });
  const cited = { uri, anchor: "rollback", title: "Rollback" };
  expect(await resolve()).toMatchObject({ status: "exact", citation: cited });

  // Who refers to it.
  const { backlinks } = await call("gno_backlinks", { ref: uri });
  const sources = backlinks.map((one: { sourceDocUri: string }) => one.sourceDocUri);
  expect(sources).toContain("gno://notes/people/Dana%20Reyes.md");

  // How a person and a runbook hang together: by way of the same plan.
  const way = await call("gno_graph_path", { from: sources.at(-1), to: "gno://work/runbooks/restore.md" });
  expect(way.meta).toMatchObject({ found: true, hops: 2 });
  expect(way.path.nodes[1].uri).toBe(uri);

  // Evidence within a budget; the same state gives the same bytes.
  const build = () =>
    call("gno_context", { goal: "how is the launch rolled back", budgetTokens: 12_000, depthPolicy: "fast" });
  const capsule = await build();
  expect(JSON.stringify(await build())).toBe(JSON.stringify(capsule));
  expect(capsule.evidence.map((one: { uri: string }) => one.uri)).toContain(uri);
  const verify = () => call("gno_context_verify", { capsule });
  expect(await verify()).toMatchObject({ contentStatus: "unchanged", operationStatus: "completed" });

  // Somebody edits the passage: evidence and locator both say so.
  await edit(at, "notes/projects/atlas.md", (text) => text.replace("passes 2 %", "passes 5 %"));
  const stale = await verify();
  expect(stale.contentStatus).toBe("stale");
  expect(stale.evidence.find((one: { uri: string }) => one.uri === uri)).toMatchObject({
    contentStatus: "stale",
  });
  expect(["recovered", "stale"]).toContain((await resolve()).status);

  // Then the whole plan goes.
  rmSync(join(at.vault, "notes/projects/atlas.md"));
  expect(await at.gno(["update"])).toMatchObject({ code: 0 });
  const gone = await verify();
  expect(gone.evidence.find((one: { uri: string }) => one.uri === uri)).toMatchObject({
    contentStatus: "missing",
  });
}

async function write(call: Call, at: Place): Promise<void> {
  const place = { collection: "memory", scopes: ["project/atlas"] };
  const recall = () => call("gno_recall", { query: "staging database port", ...place });

  // What is true now, and since when.
  const { facts, receipt } = await recall();
  expect(facts).toMatchObject([{ text: "The staging database listens on port 6543." }]);

  // It is not any more: without a decision nothing is written, with one the old fact gives way.
  const text = "The staging database listens on port 7000.";
  const asked = await call("gno_remember", { text, ...place });
  expect(asked).toMatchObject({ outcome: "candidates" });
  expect((await recall()).facts).toEqual(facts);
  const [{ uri, contentHash }] = facts;
  const decided = { decision: "supersede", predecessorUri: uri, predecessorHash: contentHash, receipt };
  const { record } = await call("gno_remember", { text, ...place, ...decided });
  expect((await recall()).facts).toMatchObject([{ uri: record.uri, text, supersedes: [uri] }]);

  // A note is renamed by a plan that is shown first; the links to it follow.
  const goal = { goal: "who leads Atlas", budgetTokens: 12_000, depthPolicy: "fast" };
  const capsule = await call("gno_context", { ...goal, uriPrefix: "gno://notes/people" });
  const named = { ref: "notes/people/Dana Reyes.md", name: "Dana R. Reyes" };
  const { planDigest, schemaVersion } = await call("gno_rename_note", { action: "preview", ...named });
  const index = () => readFileSync(join(at.vault, "notes/index.md"), "utf8");
  expect(index()).toContain("[[people/Dana Reyes|Dana]]");
  const confirmed = { schemaVersion, planDigest, confirmation: "apply", confirm: true };
  await call("gno_rename_note", { action: "apply", ...named, ...confirmed });
  expect(index()).toContain("[[people/Dana R. Reyes|Dana]]");

  // The old place is gone for every reader, at once.
  expect(await call("gno_context_verify", { capsule })).toMatchObject({ contentStatus: "missing" });
  const { results } = await call("gno_search", { query: "prefers short notes" });
  expect(results[0].uri).toBe("gno://notes/people/Dana%20R.%20Reyes.md");
}

describe.each(wires)("over $wire", { timeout: 180_000 }, ({ transport, mode }) => {
  test("an agent reads, from a word to evidence", async () => {
    const at = await indexed();
    const client = await connect(at, { entry, transport, mode, write: false });
    expect((await client.listTools()).tools).toHaveLength(34);
    await read(calls(client), at);
  });

  test("an agent writes, from a stale fact to a renamed note", async () => {
    const at = await indexed();
    const client = await connect(at, { entry, transport, mode, write: true });
    expect((await client.listTools()).tools).toHaveLength(53);
    await write(calls(client), at);
  });
});
