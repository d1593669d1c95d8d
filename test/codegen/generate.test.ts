/** The generator is a function of its sources: the order of a folder's listing changes no byte, and what it emits parses. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { Project } from "ts-morph";
import { describe, expect, test } from "vitest";
import { generate } from "../../codegen/generate.ts";
import { checkFiles, writeFiles } from "../../codegen/write.ts";
import { copyProject, miniSources, PROJECT } from "./project.ts";

async function emitted(
  root: string,
  order?: Parameters<typeof generate>[1],
): Promise<ReadonlyMap<string, string>> {
  const generated = await generate(root, order);
  if (generated.kind === "broken") throw new Error(JSON.stringify(generated.problems));
  return generated.files;
}

function writeMini(root: string): string {
  for (const [path, text] of miniSources()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe("generate", () => {
  test("gives the same bytes whatever the order of listings", async () => {
    const root = writeMini(copyProject());
    const want = [...(await emitted(root))];
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const shuffle = <T>(list: T[]): T[] =>
          list
            .map((item) => ({ item, at: numbers.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        expect([...(await emitted(root, { order: shuffle }))]).toEqual(want);
      }),
      { numRuns: 5 },
    );
  });

  test("gives the same bytes in another folder", async () => {
    expect([...(await emitted(writeMini(copyProject())))]).toEqual([
      ...(await emitted(writeMini(copyProject()))),
    ]);
  });

  test("emits LF, a last newline, no trailing space, no path of this machine", async () => {
    for (const [path, text] of await emitted(PROJECT)) {
      expect(text.endsWith("\n") && !text.endsWith("\n\n"), path).toBe(true);
      expect(text, path).not.toMatch(/\r|[ \t]\n/);
      expect(text, path).not.toContain(PROJECT);
    }
  });

  test("every TypeScript file starts with the header and parses; every JSON file parses", async () => {
    const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
    const files = [...(await emitted(PROJECT)), ...(await emitted(writeMini(copyProject())))];
    let parsed = 0;
    for (const [path, text] of files) {
      if (path.endsWith(".json")) JSON.parse(text);
      if (!path.endsWith(".ts")) continue;
      expect(text, path).toMatch(
        /^\/\/ Generated from .*\. Do not edit\.\n\/\/ To change it, .* npm run codegen\n/,
      );
      const file = project.createSourceFile(`/${parsed}/${path}`, text);
      const faults = project
        .getProgram()
        .getSyntacticDiagnostics(file)
        .map((fault) => fault.getMessageText());
      expect(faults, path).toEqual([]);
      parsed += 1;
    }
    expect(parsed).toBeGreaterThan(15);
  });
});

describe("writeFiles", () => {
  test("writes what differs, removes what is left over, and is then clean", async () => {
    const root = writeMini(copyProject());
    const files = await emitted(root);
    expect(checkFiles(root, files)).toHaveLength(files.size);
    expect(writeFiles(root, files)).toEqual({ changed: [...files.keys()], removed: [] });
    expect(checkFiles(root, files)).toEqual([]);
    writeFileSync(join(root, "generated/stray.ts"), "");
    writeFileSync(join(root, "golden/mini/find.json"), "{}");
    expect(writeFiles(root, files)).toEqual({
      changed: ["golden/mini/find.json"],
      removed: ["generated/stray.ts"],
    });
    expect(writeFiles(root, files)).toEqual({ changed: [], removed: [] });
  });
});
