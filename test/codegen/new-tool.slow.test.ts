/**
 * A new tool is a schema file, a table row, a handler and its test. In a copy of the project nothing else is touched by
 * hand; the generator, the type check, the tool's own test and a call over stdio then have to succeed.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { copyProject, edit, PROJECT } from "./project.ts";

const PLANTED = fileURLToPath(new URL("planted/", import.meta.url));
const ROW = "| gno_outline | read | yes | none | full | INVALID_INPUT NOT_FOUND | 1.1 |\n";

interface Ran {
  readonly code: number;
  readonly output: string;
}

function run(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  try {
    const output = execFileSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, ...env },
    });
    return { code: 0, output };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: stdout + stderr };
  }
}

/** @returns what was printed */
function expectSuccess({ code, output }: Ran): string {
  expect(code, output).toBe(0);
  return output;
}

const codegen = (root: string): Ran => run(root, ["codegen/main.ts"]);
const types = (root: string): Ran => run(root, ["node_modules/typescript/bin/tsc", "-p", "."]);

/** A copy with the parts of the new tool that are named. */
function copyWith(parts: readonly ("schema" | "row" | "handler" | "test")[]): string {
  const root = copyProject(
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
    "schemas",
    "spec",
    "codegen",
    "generated",
    "golden",
    "conformance",
    "src",
    "test/contracts/gno/harness.ts",
  );
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  if (parts.includes("schema"))
    copyFileSync(`${PLANTED}outline.json`, join(root, "schemas/gno/outline.json"));
  if (parts.includes("handler"))
    copyFileSync(`${PLANTED}outline.ts`, join(root, "src/contracts/gno/outline.ts"));
  if (parts.includes("test"))
    copyFileSync(`${PLANTED}outline-test.ts`, join(root, "test/contracts/gno/outline.test.ts"));
  if (parts.includes("row"))
    edit(root, "spec/gno.md", (text) => text.replace(/(\| gno_backlinks \|.*\n)/, `$1${ROW}`));
  return root;
}

describe("a new tool", () => {
  test("needs a schema file, a row, a handler and its test, and is then served over stdio", {
    timeout: 300_000,
  }, () => {
    const root = copyWith(["schema", "row", "handler", "test"]);
    expect(codegen(root)).toMatchObject({
      code: 0,
      output: expect.stringContaining("wrote golden/gno/outline.json"),
    });
    expect(run(root, ["codegen/main.ts", "--check"])).toEqual({ code: 0, output: "" });
    expect(types(root)).toEqual({ code: 0, output: "" });
    expectSuccess(run(root, ["node_modules/vitest/vitest.mjs", "run", "test/contracts/gno/outline.test.ts"]));

    const list = JSON.parse(readFileSync(join(root, "golden/gno/list.full.json"), "utf8")) as {
      tools: { name: string }[];
    };
    const names = list.tools.map(({ name }) => name);
    expect(names.indexOf("gno_outline")).toBe(names.indexOf("gno_backlinks") + 1);

    const notes = join(root, "vault/notes");
    mkdirSync(notes, { recursive: true });
    writeFileSync(join(notes, "plan.md"), "# Plan\n\n## Scope\n");
    const env = {
      GNO_CONFIG_DIR: join(root, "home/config"),
      GNO_DATA_DIR: join(root, "home/data"),
      GNO_CACHE_DIR: join(root, "home/cache"),
    };
    mkdirSync(env.GNO_CONFIG_DIR, { recursive: true });
    writeFileSync(
      join(env.GNO_CONFIG_DIR, "index.yml"),
      `version: "1.0"\ncollections:\n  - name: notes\n    path: ${JSON.stringify(notes)}\n`,
    );
    expectSuccess(run(root, ["src/cli/gno.ts", "update"], env));
    copyFileSync(`${PLANTED}call.ts`, join(root, "call.ts"));
    expect(JSON.parse(expectSuccess(run(root, ["call.ts"], env)))).toEqual({
      uri: "gno://notes/plan.md",
      headings: [{ line: 1, level: 1, text: "Plan" }],
    });
  });

  test("without its schema file is refused by the generator", () => {
    const { code, output } = codegen(copyWith(["row", "handler"]));
    expect(code).toBe(1);
    expect(output).toMatch(
      /^spec\/gno\.md:\d+: tool gno_outline has no schema file; write schemas\/gno\/outline\.json\n$/,
    );
  });

  test("without its row is refused by the generator", () => {
    const { code, output } = codegen(copyWith(["schema", "handler"]));
    expect(code).toBe(1);
    expect(output).toBe(
      "schemas/gno/outline.json:1: no row in the Tools table of spec/gno.md; add it or delete the file\n",
    );
  });

  test("without its handler does not compile, and the message names the file", { timeout: 120_000 }, () => {
    const root = copyWith(["schema", "row"]);
    expect(codegen(root).code).toBe(0);
    const { code, output } = types(root);
    expect(code).not.toBe(0);
    expect(output).toContain("src/contracts/gno/outline.ts");
  });

  test("that raises a code its row does not declare does not compile", { timeout: 120_000 }, () => {
    const root = copyWith(["schema", "row", "handler"]);
    edit(root, "src/contracts/gno/outline.ts", (text) =>
      text.replace('call.fail("NOT_FOUND"', 'call.fail("LOCKED"'),
    );
    expect(codegen(root).code).toBe(0);
    const { code, output } = types(root);
    expect(code).not.toBe(0);
    expect(output).toMatch(/src\/contracts\/gno\/outline\.ts.*"LOCKED"/);
  });

  test("that is taken back leaves nothing behind", () => {
    const root = copyWith(["schema", "row", "handler"]);
    expect(codegen(root).code).toBe(0);
    rmSync(join(root, "schemas/gno/outline.json"));
    edit(root, "spec/gno.md", (text) => text.replace(ROW, ""));
    expect(codegen(root)).toMatchObject({
      code: 0,
      output: expect.stringContaining("removed golden/gno/outline.json"),
    });
    expect(existsSync(join(root, "golden/gno/outline.json"))).toBe(false);
  });
});
