/** The output in this tree is what the sources say, and the check that proves it goes red for each way to be stale. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../codegen/generate.ts";
import { formatProblem } from "../codegen/problems.ts";
import { checkFiles } from "../codegen/write.ts";
import { copyProject, edit, PROJECT } from "./codegen/project.ts";

/** What `codegen --check` would print. */
async function check(root: string): Promise<readonly string[]> {
  const generated = await generate(root);
  return generated.kind === "ok" ? checkFiles(root, generated.files) : generated.problems.map(formatProblem);
}

const copy = (): string => copyProject("schemas", "spec", "generated", "golden");

describe("codegen --check", () => {
  test("finds nothing in this tree", async () => {
    expect(await check(PROJECT)).toEqual([]);
  });

  test("finds nothing in a copy", async () => {
    expect(await check(copy())).toEqual([]);
  });

  const planted: [name: string, plant: (root: string) => void, want: RegExp[]][] = [
    [
      "an edited output",
      (root) => edit(root, "generated/gno/errors.ts", (text) => text.replace("exit: 1", "exit: 7")),
      [/^generated\/gno\/errors\.ts:\d+: is ".*exit: 7.*", should be ".*exit: 1/],
    ],
    [
      "a deleted output",
      (root) => rmSync(join(root, "golden/gno/get.json")),
      [/^golden\/gno\/get\.json:1: is missing$/],
    ],
    [
      "an extra file",
      (root) => {
        mkdirSync(join(root, "golden/other"));
        writeFileSync(join(root, "golden/other/x.json"), "{}\n");
      },
      [/^golden\/other\/x\.json:1: is left over/],
    ],
    [
      "a changed schema",
      (root) =>
        edit(root, "schemas/gno/get.json", (text) => text.replace(/"minLength": 1/, '"minLength": 2')),
      [
        /^generated\/gno\/tools\.ts:\d+: /,
        /^golden\/gno\/list\.full\.json:\d+: /,
        /^golden\/gno\/get\.json:\d+: /,
      ],
    ],
    [
      "a changed row",
      (root) =>
        edit(root, "spec/gno.md", (text) =>
          text.replace("| gno_peek | read | yes |", "| gno_peek | read | no |"),
        ),
      [/^generated\/gno\/tools\.ts:\d+: /, /^generated\/gno\/sdk\.ts:\d+: /],
    ],
    [
      "reordered rows",
      (root) =>
        edit(root, "spec/gno.md", (text) =>
          text.replace(/(\| gno_search \|.*\n)(\| gno_\w+ \|.*\n)/, "$2$1"),
        ),
      [/^golden\/gno\/list\.full\.json:\d+: /, /^generated\/gno\/profiles\.ts:\d+: /],
    ],
  ];
  test.each(planted)("finds %s", async (_name, plant, want) => {
    const root = copy();
    plant(root);
    const differences = await check(root);
    for (const pattern of want) expect(differences).toContainEqual(expect.stringMatching(pattern));
  });

  test("the command fails, names the first differing line and says what to run", () => {
    const root = copy();
    edit(root, "generated/gno/errors.ts", (text) => text.replace("exit: 1", "exit: 7"));
    const run = (): unknown => {
      try {
        return execFileSync(process.execPath, [join(PROJECT, "codegen/main.ts"), "--root", root, "--check"], {
          encoding: "utf8",
          stdio: "pipe",
        });
      } catch (error) {
        return error;
      }
    };
    const failed = run() as { status: number; stderr: string };
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(
      /^generated\/gno\/errors\.ts:\d+: is .*\nThe output is not what .*; run: npm run codegen\n$/,
    );
    edit(root, "generated/gno/errors.ts", (text) => text.replace("exit: 7", "exit: 1"));
    expect(run()).toBe("");
  });
});
