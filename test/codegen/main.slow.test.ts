/** The command line: exit codes, and that a failure says what to do. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyProject, edit, miniSources, PROJECT } from "./project.ts";

function project(): string {
  const root = copyProject();
  for (const [path, text] of miniSources()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function codegen(root: string, ...words: readonly string[]): { code: number; out: string; err: string } {
  try {
    const out = execFileSync(process.execPath, [join(PROJECT, "codegen/main.ts"), ...words, "--root", root], {
      encoding: "utf8",
      stdio: "pipe",
    });
    return { code: 0, out, err: "" };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, out: stdout, err: stderr };
  }
}

describe("codegen", () => {
  test("writes, is clean, and says each problem on a line of its own", () => {
    const root = project();
    expect(codegen(root, "--check")).toMatchObject({
      code: 1,
      err: expect.stringContaining("run: npm run codegen\n"),
    });
    expect(codegen(root).out).toContain("wrote generated/mini/tools.ts\n");
    expect(codegen(root, "--check")).toEqual({ code: 0, out: "", err: "" });
    edit(root, "spec/mini.md", (text) => text.replace("| mini_ping | read |", "| mini_ping | reads |"));
    edit(root, "schemas/mini/find.json", (text) => text.replace('"default": 5', '"default": 0'));
    expect(codegen(root)).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(
        /^schemas\/mini\/find\.json:\d+: .*\nspec\/mini\.md:\d+: .*choose one of: read, write\n$/,
      ),
    });
  });

  test("breaking compares with what release wrote, and fails from major on", () => {
    const root = project();
    expect(codegen(root, "breaking").out).toBe(
      "minor mini: the contract was never released; run: npm run codegen -- release\nContract: minor\n",
    );
    expect(codegen(root, "release").code).toBe(0);
    expect(codegen(root, "breaking")).toEqual({ code: 0, out: "Contract: none\n", err: "" });
    edit(root, "schemas/mini/find.json", (text) => text.replace('"default": 5', '"default": 6'));
    const want = "major mini_find input/limit: its default changed\nContract: major\n";
    expect(codegen(root, "breaking")).toEqual({ code: 1, out: want, err: "" });
    expect(codegen(root, "breaking", "--allow", "major").code).toBe(0);
  });

  test("breaking compares with a revision of git too", () => {
    const root = project();
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-C", root, "-c", "user.name=t", "-c", "user.email=t@localhost", ...words], {
        stdio: "pipe",
      });
    codegen(root, "release");
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "one");
    edit(root, "schemas/mini/find.json", (text) => text.replace('"default": 5', '"default": 6'));
    codegen(root, "release");
    expect(codegen(root, "breaking").out).toBe("Contract: none\n");
    expect(codegen(root, "breaking", "--against", "HEAD")).toMatchObject({
      code: 1,
      out: expect.stringContaining("major"),
    });
  });

  test("fmt names the files it rewrote", () => {
    const root = project();
    const before = readFileSync(join(root, "spec/mini.md"), "utf8");
    edit(root, "spec/mini.md", (text) => text.replace("| name | mini |", "|name|  mini|"));
    expect(codegen(root, "fmt").out).toBe("spec/mini.md\n");
    expect(readFileSync(join(root, "spec/mini.md"), "utf8")).toBe(before);
    expect(codegen(root, "fmt").out).toBe("");
  });

  test("the tables of this project are formatted", () => {
    const root = copyProject("schemas", "spec");
    expect(codegen(root, "fmt")).toEqual({ code: 0, out: "", err: "" });
  });
});
