/**
 * Random vaults, random renames and moves. Claims: a link that led to one note leads to the same note afterwards; bytes
 * outside of destinations stay; a failure at any file operation leaves everything as it was.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nodeFileSystem } from "../../../src/engine/files/file-system.ts";
import { createWorld, faulty, type World } from "./world.ts";

const runs = Number(process.env.CONCORDAT_RUNS ?? 60);

const folder = fc.constantFrom("", "a", "b", "a/b", "ü x", "50%");
const stem = fc.constantFrom("Plan", "plan", "Other", "New Plan", "x (1)", "Über", "C#", "v1.2", "q&a");
const place = fc
  .tuple(folder, stem)
  .map(([where, name]) => (where === "" ? `${name}.md` : `${where}/${name}.md`));

const shape = fc.constantFrom<(path: string, up: string) => string>(
  (path) => `[[${nameOf(path)}]]`,
  (path) => `[[${nameOf(path)}|label]]`,
  (path) => `![[${nameOf(path)}#part]]`,
  (path) => `[[${path.slice(0, -3)}]]`,
  (path) => `[[notes:${path}]]`,
  (path) => `| [[${nameOf(path)}\\|x]] |`,
  (path, up) =>
    `[t](${encodeURI(up + path)
      .replaceAll("#", "%23")
      .replaceAll("(", "%28")
      .replaceAll(")", "%29")}#h)`,
  (path, up) => `[t](<${(up + path).replaceAll("%", "%25").replaceAll("#", "%23")}> "title")`,
  (path, up) =>
    `![p](${encodeURI(up + path)
      .replaceAll("#", "%23")
      .replaceAll(/[()]/g, escape)})`,
  (path) => `\`[[${nameOf(path)}]]\``,
  (path) => `\n\`\`\`\n[[${nameOf(path)}]]\n\`\`\`\n`,
);

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -3);
}

/** From the folder of a note to the root. */
function upFrom(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

const vaultOf = fc
  .uniqueArray(place, { minLength: 2, maxLength: 7, selector: (path) => path.toLowerCase() })
  .chain((paths) =>
    fc.record({
      paths: fc.constant(paths),
      notes: fc.tuple(
        ...paths.map((path) =>
          fc.record({
            head: fc.constantFrom(
              "",
              "# Title here\n",
              `---\nup: "[[${nameOf(paths[0] as string)}]]"\n---\n`,
              "\ufeff",
            ),
            links: fc.array(
              fc
                .tuple(fc.nat(paths.length - 1), shape)
                .map(([to, write]) => write(paths[to] as string, upFrom(path))),
              { maxLength: 4 },
            ),
            eol: fc.constantFrom("\n", "\r\n"),
            end: fc.constantFrom("", "\n", " é🌵"),
          }),
        ),
      ),
    }),
  );

const step = fc.record({
  which: fc.nat(6),
  to: fc.oneof(
    fc.record({ name: fc.oneof(stem, fc.constantFrom("Fresh", "Neu 1", "z#z")) }),
    fc.record({
      folder: fc.oneof(folder, fc.constantFrom("deep/er", "c")),
      name: fc.option(stem, { nil: undefined }),
    }),
  ),
});

type Vault = typeof vaultOf extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function build({ paths, notes }: Vault): World {
  return createWorld(
    Object.fromEntries(
      paths.map((path, at) => {
        const { head, links, eol, end } = notes[at] as Vault["notes"][number];
        return [`notes/${path}`, `${head}${links.join(` text${eol}`)}${end}`];
      }),
    ),
  );
}

function relocationOf(world: World, { paths }: Vault, { which, to }: Step) {
  const ref = `gno://notes/${(paths[which % paths.length] as string).split("/").map(encodeURIComponent).join("/")}`;
  return "folder" in to
    ? world.move(ref, to.folder, to.name === undefined ? undefined : `${to.name}.md`)
    : world.rename(ref, to.name);
}

/** Removes all destinations that the plan replaces. */
function withoutEdits(text: string, edits: readonly { at: number; length: number }[]): string {
  let result = text;
  for (const { at, length } of [...edits].sort((a, b) => b.at - a.at))
    result = result.slice(0, at) + result.slice(at + length);
  return result;
}

describe("renames and moves", () => {
  let applied = 0;
  let blocked = 0;
  let followed = 0;

  test("keep every link and every other byte", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(vaultOf, step, async (vault, one) => {
        const world = build(vault);
        try {
          const before = world.tree();
          const links = world.linkTargets("notes");
          const relocation = relocationOf(world, vault, one);
          const { relPath } = relocation.document;
          const plan = await world.preview(relocation);
          const receipt = await world.apply(relocation, plan.planDigest);
          if (!plan.canApply) {
            blocked++;
            expect(["conflict", "unsupported"]).toContain(receipt.status);
            expect(world.tree()).toEqual(before);
            return;
          }
          applied++;
          expect(receipt.status).toBe("applied");
          const after = new Map(world.linkTargets("notes").map((link, at) => [at, link]));
          const moved = (path: string | undefined) => (path === relPath ? plan.target.relPath : path);
          const bySource = (list: typeof links, source: string) =>
            list.filter((link) => link.source === source);
          for (const source of new Set(links.map((link) => link.source))) {
            const now = bySource([...after.values()], moved(source) as string);
            for (const [at, link] of bySource(links, source).entries()) {
              if (!link.sure) continue;
              followed++;
              expect({ source, ...now[at] }).toMatchObject({ to: moved(link.to), sure: true });
            }
          }
          for (const [name, bytes] of before) {
            if (name.endsWith("/")) continue;
            const path = name.slice("notes/".length);
            const edits = plan.affectedDocuments.find((document) => document.relPath === path)?.edits ?? [];
            const bom = bytes.toString().startsWith("\ufeff") ? 1 : 0;
            let shift = bom;
            const spans = edits.map((edit) => {
              const at = edit.startOffset + shift;
              shift += edit.replacementDestination.length - (edit.endOffset - edit.startOffset);
              return { at, length: edit.replacementDestination.length };
            });
            expect(withoutEdits(world.read(`notes/${moved(path)}`), spans)).toBe(
              withoutEdits(
                bytes.toString(),
                edits.map((edit) => ({
                  at: edit.startOffset + bom,
                  length: edit.endOffset - edit.startOffset,
                })),
              ),
            );
          }
          expect([...world.tree().keys()].filter((name) => !name.endsWith("/")).length).toBe(
            vault.paths.length,
          );
        } finally {
          world.close();
        }
      }),
      { numRuns: runs },
    );
    console.log(`${applied} plans applied, ${blocked} refused, ${followed} links followed to their note`);
    expect(applied).toBeGreaterThan(runs / 4);
  });

  test("roll back whichever file operation fails", { timeout: 120_000 }, async () => {
    let failures = 0;
    await fc.assert(
      fc.asyncProperty(vaultOf, step, async (vault, one) => {
        const world = build(vault);
        try {
          const relocation = relocationOf(world, vault, one);
          const { canApply, planDigest, target } = await world.preview(relocation);
          if (!canApply) return;
          const before = world.tree();
          for (let at = 1; ; at++) {
            const fault = faulty(at);
            world.withFiles(fault.files);
            const result = await world.refactor
              .apply(relocation, planDigest, new AbortController().signal)
              .catch(() => undefined);
            if (fault.seen.length < at) break;
            failures++;
            const status = result?.kind === "receipt" ? result.receipt.status : "error";
            if (status === "applied" || status === "applied_with_sync_pending") {
              expect(world.tree().has(`notes/${target.relPath}`)).toBe(true);
              break;
            }
            expect({ at, operation: fault.seen.at(at - 1), tree: world.tree() }).toEqual({
              at,
              operation: fault.seen.at(at - 1),
              tree: before,
            });
            // The next start has nothing to mend, and changes nothing.
            world.withFiles(nodeFileSystem);
            await world.refactor.recover();
            expect(world.tree()).toEqual(before);
          }
        } finally {
          world.close();
        }
      }),
      { numRuns: Math.ceil(runs / 6) },
    );
    console.log(`${failures} failing file operations, each undone`);
    expect(failures).toBeGreaterThan(20);
  });
});
