/** The command line as a user meets it: answers on stdout, everything else on stderr, exit codes, what to do next. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { type Place, place, placeAt } from "./gno.ts";

const entry = join(bundle(), "gno.js");
const fresh = () => place(entry);

describe("in an indexed folder", () => {
  let root: string;
  let at: Place;
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
    at = placeAt(root, entry);
    at.write({
      "fox.md": "---\ntags: [animal]\n---\n\n# The fox\n\nA red fox, see [[Den]].\n",
      "den.md": "# Den\n\nWhere the fox lives.\n",
    });
    const ran = await at.gno(["init", at.vault]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^notes: 2 added/) });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each([
    { args: ["search", "red", "fox"], out: /^gno:\/\/notes\/fox\.md:\d+ #[0-9a-f]{8} 1\.00\nThe fox\n {2}/ },
    { args: ["query", "fox", "-n", "1"], out: /^gno:\/\/notes\/\w+\.md/ },
    {
      args: ["query", "red fox", "--explain"],
      out: /Why in this order:\n1\. 1\.000 = words 0\.\d{3} \+ meaning 0\.\d{3}\n {3}fox\.md: holds the query as one phrase/,
    },
    { args: ["query", "foxx", "--no-graph"], out: /^Nothing as written; results for "fox":/ },
    { args: ["vsearch", "an animal", "-n", "1"], out: /^gno:\/\/notes\/\w+\.md/ },
    { args: ["query", "diagnose", "red fox", "notes/den.md"], out: /^gno:\/\/notes\/den\.md for "red fox"/ },
    {
      args: ["ask", "where", "does", "the", "fox", "live"],
      out: /\n\nVerification: abstained\n[\s\S]*\n\[1\] gno:\/\/notes\/\w+\.md:L[\s\S]*gno models use slim/,
    },
    { args: ["similar", "notes/fox.md"], out: /^Found 1 similar document for gno:\/\/notes\/fox\.md/ },
    { args: ["get", "notes/den.md"], out: /1: # Den/ },
    { args: ["get", "notes/den.md", "--no-line-numbers"], out: /\n# Den\n/ },
    { args: ["multi-get", "notes/den.md", "notes/fox.md"], out: /^Retrieved 2 of 2 documents/ },
    { args: ["tags", "list"], out: /^Found 1 tag:\n\n {2}animal \(1\)/ },
    { args: ["links", "notes/fox.md"], out: /\[wiki\] Den/ },
    { args: ["backlinks", "notes/den.md"], out: /gno:\/\/notes\/fox\.md/ },
    { args: ["status"], out: /^Documents: 2$/m },
    { args: ["peek"], out: /^initialized: yes$/m },
    { args: ["collection", "list"], out: /^notes {2}2 documents/ },
    { args: ["update"], out: /^notes: 2 unchanged/ },
    { args: ["sync", "notes"], out: /^notes: 2 unchanged/ },
    { args: ["index", "-c", "notes"], out: /^notes: 2 unchanged/ },
    { args: ["embed", "--force", "notes"], out: /^\d passages? embedded/ },
    { args: ["collection", "clear-embeddings", "notes", "--all"], out: /Mode: all\nDeleted vectors: 2/ },
    { args: ["search", "zebra"], out: /^No results for "zebra"\.$/m },
    { args: ["search", "fox", "--", "-zebra"], out: /fox\.md/ },
  ])("$args", async ({ args, out }) => {
    const ran = await at.gno(args);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(out), stderr: "" });
    expect(ran.stdout).not.toContain("\u001b");
  });

  test("--json prints the structured answer and nothing else", async () => {
    const { stdout } = await at.gno(["search", "fox", "--json", "-n", "1"]);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ score: 1 }],
      meta: { query: "fox", mode: "bm25" },
    });
    const sync = JSON.parse((await at.gno(["update", "--json"])).stdout);
    expect(sync).toMatchObject({ type: "sync", status: "completed", result: { totalFilesProcessed: 2 } });
  });

  test.each([
    { args: ["get", "notes/nope.md"], code: 1, name: "NOT_FOUND" },
    { args: ["get", "nope"], code: 1, name: "INVALID_INPUT" },
    { args: ["search", " "], code: 1, name: "VALIDATION" },
    { args: ["search", "fox", "-n", "101"], code: 1, name: "VALIDATION" },
    { args: ["search", "fox", "--since", "someday"], code: 1, name: "VALIDATION" },
    { args: ["sync", "nope"], code: 1, name: "NOT_FOUND" },
    { args: ["collection", "add", "/nope"], code: 1, name: "PATH_NOT_FOUND" },
    { args: ["collection", "add", "/"], code: 1, name: "INVALID_PATH" },
    { args: ["job", "status", "x"], code: 1, name: "NOT_FOUND" },
  ])("$args fails with $name", async ({ args, code, name }) => {
    const plain = await at.gno(args);
    expect(plain).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(/^gno: .+\n$/) });
    const json = await at.gno([...args, "--json"]);
    expect(json).toMatchObject({ code, stdout: "" });
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: name, message: expect.any(String) } });
  });

  test("a faulty flag is named in the user's words", async () => {
    const { stderr } = await at.gno(["search", "fox", "--min-score", "2"]);
    expect(stderr).toMatch(/^gno: --min-score must be/);
    expect((await at.gno(["capture", "text"])).stderr).toMatch(/^gno: --collection is required/);
    const taken = await at.gno(["capture", "-c", "notes", "--path", "fox.md", "--content", "another"]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringMatching(/ set --collision-policy to /) });
  });

  describe("rename and move", () => {
    test("show what would change, and change nothing", async () => {
      const ran = await at.gno(["rename", "notes/den.md", "lair"]);
      expect(ran).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^rename preview [0-9a-f]{12}: den\.md → lair\.md, 0 references/),
      });
      expect(ran.stdout).toContain("Add --apply");
      expect(existsSync(join(at.vault, "den.md"))).toBe(true);
    });

    test("refuse to go on where nobody can be asked", async () => {
      const ran = await at.gno(["rename", "notes/den.md", "lair", "--apply"]);
      expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("add --yes") });
      expect(existsSync(join(at.vault, "den.md"))).toBe(true);
    });

    test("carry a plan out by its digest or after --yes", async () => {
      const plan = JSON.parse((await at.gno(["move", "notes/den.md", "woods", "--json"])).stdout);
      const moved = await at.gno([
        "move",
        "notes/den.md",
        "woods",
        "--plan-digest",
        plan.planDigest,
        "--json",
      ]);
      expect(moved.code).toBe(0);
      expect(JSON.parse(moved.stdout)).toMatchObject({ status: "applied", planDigest: plan.planDigest });
      const back = await at.gno(["--yes", "move", "notes/woods/den.md", ".", "--apply"]);
      expect(back).toMatchObject({ code: 0, stdout: "move applied: woods/den.md → den.md\n" });
      expect(readFileSync(join(at.vault, "den.md"), "utf8")).toContain("# Den");
    });

    test.each([
      {
        args: ["rename", "notes/den.md", "fox", "--apply"],
        code: 1,
        out: /cannot be applied: occupied_target/,
      },
      { args: ["rename", "notes/den.md", "x", "--plan-digest", "0".repeat(64)], code: 1, out: /stale_plan/ },
    ])("$args exits with $code", async ({ args, code, out }) => {
      expect(await at.gno(args)).toMatchObject({ code, stdout: expect.stringMatching(out) });
    });
  });

  test("captures from standard input, and finds it", async () => {
    const ran = await at.gno(
      ["capture", "-", "-c", "notes", "--title", "Zebra", "--tags", "a", "--tags", "b"],
      {
        stdin: "Black and white stripes.\n",
      },
    );
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Created: true$/m) });
    expect(ran.stdout).toMatch(/^Tags: a, b$/m);
    expect(readFileSync(join(at.vault, "zebra.md"), "utf8")).toContain("Black and white stripes.");
    expect((await at.gno(["search", "stripes"])).stdout).toMatch(/zebra\.md/);
    rmSync(join(at.vault, "zebra.md"));
    expect((await at.gno(["update"])).stdout).toMatch(/1 removed, 2 unchanged/);
  });

  test("an unreadable file is named and does not stop the rest", async () => {
    at.write({ "bad.md": "\u0000\u0001 binary" });
    const ran = await at.gno(["update"]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 unchanged.*1 (skipped|failed)/) });
    expect(ran.stdout).toMatch(/^ {2}bad\.md: .+\.$/m);
    rmSync(join(at.vault, "bad.md"));
    await at.gno(["update"]);
  });

  test("--no-color and NO_COLOR keep it plain, --color colours", async () => {
    expect((await at.gno(["search", "fox", "--color"])).stdout).toContain("\u001b[36m");
    expect((await at.gno(["search", "fox", "--no-color"])).stdout).not.toContain("\u001b");
    const forced = await at.gno(["search", "fox"], { env: { NO_COLOR: "1", FORCE_COLOR: "1" } });
    expect(forced.stdout).not.toContain("\u001b");
  });
});

describe("before anything was set up", () => {
  test("says to run init first, and creates nothing", async () => {
    const at = fresh();
    const ran = await at.gno(["search", "fox"]);
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/Run: gno init/) });
    expect(await at.gno(["peek"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^initialized: no$/m),
    });
    expect(existsSync(at.env.GNO_DATA_DIR as string)).toBe(false);
    expect(existsSync(at.env.GNO_CONFIG_DIR as string)).toBe(false);
  });

  test("init without a folder says what comes next", async () => {
    const at = fresh();
    expect(await at.gno(["init"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/gno collection add/),
    });
    expect(await at.gno(["search", "fox"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No results/),
    });
    expect(await at.gno(["update"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/gno collection add/),
    });
  });

  test("init with a folder that is not there writes nothing; twice says what to do instead", async () => {
    const at = fresh();
    expect(await at.gno(["init", join(at.root, "nope")])).toMatchObject({ code: 1 });
    expect(existsSync(at.env.GNO_CONFIG_DIR as string)).toBe(false);
    expect((await at.gno(["init"])).code).toBe(0);
    expect(await at.gno(["init"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/gno collection add/),
    });
  });

  test("a broken config is shown with its line", async () => {
    const at = fresh();
    await at.gno(["init"]);
    const file = join(at.env.GNO_CONFIG_DIR as string, "index.yml");
    writeFileSync(file, 'version: "1.0"\ncollections:\n  - name: "A B"\n    path: /tmp\n');
    const ran = await at.gno(["search", "fox"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/index\.yml:3: /);
    expect(ran.stderr).not.toMatch(/ {4}at /);
  });
});

describe("usage", () => {
  test.each([
    { args: [], out: /^gno \d.*\n\nUsage: gno <command>/ },
    { args: ["--help"], out: /\n {2}search +Searches documents/ },
    { args: ["search", "--help"], out: /--min-score/ },
    { args: ["help", "collection", "add"], out: /gno collection add/ },
    { args: ["--version"], out: /^\d+\.\d+\.\d+\n$/ },
  ])("$args", async ({ args, out }) => {
    expect(await fresh().gno(args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(out),
      stderr: "",
    });
  });

  test.each([
    { args: ["serch"], err: 'gno: Unknown command "serch". Did you mean gno search? See: gno --help\n' },
    { args: ["constructor"], err: 'gno: Unknown command "constructor". See: gno --help\n' },
    {
      args: ["collection"],
      err: "gno: gno collection needs one more word: list, clear-embeddings, policy get, policy check, policy set, add, remove.\n",
    },
    {
      args: ["peek", "--jsn"],
      err: "gno: There is no flag --jsn. Did you mean --json? See: gno peek --help\n",
    },
    { args: ["get"], err: "gno: gno get needs <ref>. See: gno get --help\n" },
    { args: ["peek", "--index", "../x"], err: /^gno: --index "\.\.\/x": / },
    { args: ["mcp", "--tool-profile", "huge"], err: "gno: --tool-profile is one of: full, core.\n" },
    { args: ["serve", "--port", "70000"], err: /^gno: --port is a number/ },
  ])("$args is one line and exit 1", async ({ args, err }) => {
    const stderr = typeof err === "string" ? err : expect.stringMatching(err);
    expect(await fresh().gno(args)).toEqual({ code: 1, stdout: "", stderr });
  });
});
