/** `gno remember` and `gno recall` as a user types them: short flags, a receipt from a file, who asks, exit codes. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { type Place, placeAt } from "./gno.ts";

const entry = join(bundle(), "gno.js");
let root: string;
let at: Place;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
  at = placeAt(root, entry);
  at.write({ "readme.md": "# Facts\n" });
  await at.gno(["init", at.vault]);
  const config = join(root, "config", "index.yml");
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace(/^( +)(- )?name: notes$/m, "$&\n    memoryManaged: true"),
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const json = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const ran = await at.gno([...args, "--json"], { env });
  return { code: ran.code, data: JSON.parse(ran.stdout || ran.stderr) };
};

test("a fact from the first question to its successor", async () => {
  const asked = await at.gno(["recall", "staging", "port", "--scope", "atlas"]);
  expect(asked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/gno remember "<fact>" --collection notes --scope atlas --add/),
  });

  const shown = await at.gno(["remember", "The staging port is 8080.", "--scope", "atlas"]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing was written/) });

  const added = await json([
    "remember",
    "The staging port is 8080.",
    "--scope",
    "atlas",
    "--scope",
    "ops",
    "--add",
    "--source",
    "runbook",
  ]);
  expect(added).toMatchObject({
    code: 0,
    data: {
      outcome: "added",
      record: {
        scopes: ["atlas", "ops"],
        source: "runbook",
        caller: "cli:ada",
        session: expect.stringMatching(/^ppid:\d+$/),
      },
    },
  });

  const recalled = await json(
    ["recall", "staging port", "--scope", "ops", "--max-facts", "1", "--caller", "ada's shell"],
    { GNO_MEMORY_CALLER: "env", GNO_MEMORY_SESSION: "tty1" },
  );
  expect(recalled.data).toMatchObject({
    facts: [{ text: "The staging port is 8080." }],
    receipt: { caller: "ada's shell", session: "tty1" },
    budget: { maxFacts: 1 },
  });
  const [fact] = recalled.data.facts;

  const receipt = join(root, "receipt.json");
  writeFileSync(receipt, JSON.stringify(recalled.data));
  const fenced = await json(["remember", fact.text, "--scope", "atlas", "--add", "--receipt", receipt]);
  expect(fenced).toMatchObject({ code: 1, data: { error: { code: "MEMORY_FENCED_REPLAY" } } });

  const supersede = ["--scope", "atlas", "--supersede", fact.uri, "--predecessor-hash", fact.contentHash];
  const replaced = await json(["remember", "The staging port is 9090.", "-c", "notes", ...supersede], {
    GNO_MEMORY_CALLER: "env",
  });
  expect(replaced).toMatchObject({
    code: 0,
    data: { outcome: "superseded", record: { supersedes: [fact.uri], caller: "env" } },
  });
  const late = await json(["remember", "The staging port is 7070.", ...supersede]);
  expect(late).toMatchObject({ code: 4, data: { error: { code: "MEMORY_SUPERSEDE_CONFLICT" } } });

  const now = await at.gno(["recall", "staging port", "--scope", "atlas"]);
  expect(now.stdout).toContain("9090");
  expect(now.stdout).not.toContain("8080");
});

test.each([
  { args: ["recall", "x"], code: "MEMORY_SCOPES_REQUIRED" },
  { args: ["recall", " ", "--scope", "a"], code: "MEMORY_QUERY_REQUIRED" },
  { args: ["recall", "x", "--scope", "a", "-c", "nope"], code: "MEMORY_COLLECTION_NOT_FOUND" },
  { args: ["recall", "x", "--scope", "a", "--max-facts", "65"], code: "VALIDATION" },
  { args: ["remember", "x", "--scope", "a b", "--add"], code: "MEMORY_SCOPES_INVALID" },
  { args: ["remember", "x", "--scope", "a", "--decision", "supersede"], code: "MEMORY_PREDECESSOR_REQUIRED" },
  { args: ["remember", "x", "--scope", "a", "--add", "--supersede", "gno://notes/x.md"], code: "VALIDATION" },
  { args: ["remember", "x", "--scope", "a", "--receipt", "/nope.json"], code: "VALIDATION" },
])("$args fails with $code", async ({ args, code }) => {
  expect(await json(args)).toMatchObject({ code: 1, data: { error: { code, message: expect.any(String) } } });
});

test("without a collection for facts the answer says how to make one", async () => {
  const bare = placeAt(realpathSync(mkdtempSync(join(tmpdir(), "cli-"))), entry);
  try {
    bare.write({ "a.md": "# A\n" });
    await bare.gno(["init", bare.vault]);
    const ran = await bare.gno(["recall", "x", "--scope", "a"]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("memoryManaged: true") });
  } finally {
    rmSync(bare.root, { recursive: true, force: true });
  }
});
