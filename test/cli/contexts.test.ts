/** `gno context …`: guidance that comes and goes with the answers, and capsules through files and pipes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { place } from "./gno.ts";

const entry = join(bundle(), "gno.js");

async function indexed() {
  const here = place(entry);
  here.write({ "atlas.md": "# Atlas\n\nRestore the last snapshot.\n", "sub/b.md": "# Other\n\nsnapshot\n" });
  await here.gno(["init", here.vault, "--name", "notes"]);
  return here;
}

describe("gno context add, list and rm", () => {
  test("guide the answers, and keep their collection from being removed", async () => {
    const here = await indexed();
    const gno = async (...args: string[]) => {
      const ran = await here.gno(args);
      return { ...ran, data: ran.stdout.startsWith("{") ? JSON.parse(ran.stdout) : undefined };
    };
    const file = join(here.env.GNO_CONFIG_DIR as string, "index.yml");
    writeFileSync(file, `# mine\n${readFileSync(file, "utf8")}`);
    expect((await gno("context", "list")).stdout).toMatch(/^No contexts yet/);
    await gno("context", "add", "notes", "Drafts", "only.");
    await gno("context", "add", "gno://notes/sub", "The sub folder.");
    expect((await gno("context", "add", "/", "Be brief.", "--json")).data).toEqual({
      added: { scopeType: "global", scopeKey: "/", text: "Be brief." },
    });
    expect((await gno("context", "list", "--json")).data.contexts).toHaveLength(3);
    const { results } = (await gno("search", "snapshot", "--json")).data;
    expect(
      Object.fromEntries(results.map((hit: { uri: string; context: string }) => [hit.uri, hit.context])),
    ).toEqual({
      "gno://notes/atlas.md": "Be brief.\n\nDrafts only.",
      "gno://notes/sub/b.md": "Be brief.\n\nDrafts only.\n\nThe sub folder.",
    });
    const refused = await gno("collection", "remove", "notes");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("notes:")]);
    await gno("context", "rm", "notes:");
    await gno("context", "rm", "gno://notes/sub/");
    expect((await gno("context", "rm", "nope")).code).toBe(1);
    expect((await gno("context", "add", "nope", "text")).stderr).toContain("Configured: notes.");
    expect((await gno("context", "add", "a b", "text")).code).toBe(1);
    expect((await gno("context", "add", "/", "Be brief.")).code).toBe(1);
    expect((await gno("context", "list", "--json")).data.contexts).toHaveLength(1);
    expect(readFileSync(file, "utf8")).toMatch(/^# mine\n/);
    expect((await gno("collection", "remove", "notes")).code).toBe(0);
  });
});

describe("gno context build and verify", () => {
  test("go through a file and through a pipe, and two processes give the same bytes", async () => {
    const here = await indexed();
    const build = ["context", "build", "restore", "snapshot", "--budget-tokens", "9000", "--json"];
    const { stdout } = await here.gno(build);
    expect((await here.gno(build)).stdout).toBe(stdout);
    const file = join(here.root, "capsule.json");
    writeFileSync(file, stdout);
    const fromFile = await here.gno(["context", "verify", file, "--json"]);
    expect(JSON.parse(fromFile.stdout)).toMatchObject({
      contentStatus: "unchanged",
      fingerprintStatus: "unchanged",
    });
    const piped = await here.gno(["context", "verify", "--format", "md"], { stdin: stdout });
    expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining("unchanged")]);
    const broken = await here.gno(["context", "verify", "-"], { stdin: "{" });
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("no JSON")]);
  });
});
