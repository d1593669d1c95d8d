/** Paths that try to leave their collection, plain and through links: nothing outside is shown, told of, or changed. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { gno } from "../../../generated/gno/tools.ts";
import { isInside } from "../../../src/engine/files/paths.ts";
import { type Harness, harness } from "../../contracts/gno/harness.ts";

const canary = "CANARY-7f3a";
const files = { "a.md": "# A\n\nSee [[b]].\n", "b.md": "# B\n", "d/c.md": "# C\n" };

interface Outside {
  readonly h: Harness;
  readonly folder: string;
  readonly secret: string;
  listing(): readonly string[];
}

async function outside(): Promise<Outside> {
  const h = await harness({ collections: { notes: files } });
  // A sibling whose name begins like the collection's.
  const folder = `${h.folder("notes")}-evil`;
  mkdirSync(folder);
  const secret = path.join(folder, "secret.md");
  writeFileSync(secret, `# ${canary}\n`);
  const listing = () =>
    readdirSync(h.root, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          !isInside(h.folder("notes"), entry.parentPath) && !isInside(h.config.dirs.data, entry.parentPath),
      )
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  return { h, folder, secret, listing };
}

/** How one file outside can be written, with names that do not exist beside those that do. */
function payloads({ h, secret }: Outside): readonly string[] {
  const up = "../notes-evil/secret.md";
  const encoded = up.replaceAll("../", "%2e%2e%2f");
  return [
    up,
    `../../${path.basename(h.root)}/vault/notes-evil/secret.md`,
    up.replaceAll("/", "\\"),
    `d/../${up}`,
    `d/../../notes-evil/secret.md`,
    `./${up}`,
    `d//..//${up}`,
    encoded,
    encoded.replaceAll("%", "%25"),
    "..%2fnotes-evil%2fsecret.md",
    "..%5cnotes-evil%5csecret.md",
    "%c0%ae%c0%ae/notes-evil/secret.md",
    "....//notes-evil/secret.md",
    "..;/notes-evil/secret.md",
    secret,
    `/${secret}`,
    `file://${secret}`,
    `file://localhost${secret}`,
    "~/secret.md",
    "~root/secret.md",
    "C:\\secret.md",
    "C:secret.md",
    "\\\\host\\share\\secret.md",
    "\\\\?\\C:\\secret.md",
    "-evil/secret.md",
    "a.md/../../notes-evil/secret.md",
    `${up}\0.md`,
    "\0",
    "..",
    ".",
    "../",
    "/",
    "//",
    "d/..",
    "../notes-evil",
    "../notes-evil/",
    "../notes-evil/secret",
    "../notes-evil/secret.md ",
    "../notes-evil/secret.md.",
    ".. /notes-evil/secret.md",
    "..\u200b/notes-evil/secret.md",
    "\uff0e\uff0e/notes-evil/secret.md",
    "\u2025/notes-evil/secret.md",
    "..\u2215notes-evil\u2215secret.md",
    "/proc/self/environ",
    "/proc/self/cwd/secret.md",
    "/dev/null",
    "CON",
    "nul.md",
    ".ssh/secret.md",
    ".git/config",
    "gno://notes/../notes-evil/secret.md",
    "gno://notes/%2e%2e%2fnotes-evil%2fsecret.md",
    "gno://notes-evil/secret.md",
    "gno:///secret.md",
    "gno://../notes-evil/secret.md",
    `gno://notes/${secret}`,
    "notes/../notes-evil/secret.md",
    "notes/%2e%2e/notes-evil/secret.md",
    "notes-evil/secret.md",
  ];
}

/** Every argument that is a path, a name below one, or a reference to one. */
const places: readonly (readonly [tool: string, args: (text: string) => object])[] = [
  ["gno_get", (ref) => ({ ref })],
  ["gno_section", (ref) => ({ action: "create", ref, line: 1 })],
  ["gno_multi_get", (ref) => ({ refs: [ref] })],
  ["gno_multi_get", (pattern) => ({ pattern })],
  ["gno_links", (ref) => ({ ref })],
  ["gno_backlinks", (ref) => ({ ref })],
  ["gno_similar", (ref) => ({ ref })],
  ["gno_diff", (ref) => ({ ref })],
  ["gno_impact", (ref) => ({ ref })],
  ["gno_graph_query", (ref) => ({ ref })],
  ["gno_graph_neighbors", (ref) => ({ ref })],
  ["gno_capture", (text) => ({ collection: "notes", content: "x", path: text })],
  ["gno_capture", (text) => ({ collection: "notes", content: "x", path: text, overwrite: true })],
  ["gno_capture", (text) => ({ collection: "notes", content: "x", title: "t", folderPath: text })],
  ["gno_create_folder", (text) => ({ collection: "notes", name: text })],
  ["gno_create_folder", (text) => ({ collection: "notes", parentPath: text, name: "n" })],
  ["gno_duplicate_note", (ref) => ({ ref })],
  ["gno_duplicate_note", (name) => ({ ref: "notes/a.md", name })],
  ["gno_rename_note", (name) => ({ action: "preview", ref: "notes/a.md", name })],
  ["gno_rename_note", (ref) => ({ action: "preview", ref, name: "z.md" })],
  ["gno_move_note", (folderPath) => ({ action: "preview", ref: "notes/a.md", folderPath })],
];

/** `gno_create_folder` answers so for every name that it does not take. */
const plain = (tool: string): boolean => tool === "gno_create_folder";

describe("REL-PATH-01", () => {
  test.each(places.map(([tool, args], at) => ({ tool, args, at })))(
    "$tool, place $at: nothing outside",
    async ({ tool, args }) => {
      const place = await outside();
      const before = place.listing();
      const given = payloads(place);
      expect(given.length).toBeGreaterThanOrEqual(60);
      for (const text of given) {
        const outcome = await place.h.run(tool, args(text));
        expect(outcome.kind, `${tool} ${text}`).toMatch(/^(ok|error|invalid)$/);
        // A refusal may repeat what was asked for, but shows nothing of what lies there.
        expect(JSON.stringify(outcome), `${tool} ${text}`).not.toContain(canary);
        if (outcome.kind === "error" && !plain(tool))
          expect(outcome.code, `${tool} ${text}: ${outcome.message}`).not.toBe("RUNTIME");
        // A file that is there and one that is not get the same answer; what writes leaves its own file behind.
        if (!text.includes("secret") || outcome.kind === "ok") continue;
        const absent = await place.h.run(tool, args(text.replaceAll("secret", "absent")));
        expect(shape(absent), `${tool} ${text}`).toEqual(shape(outcome));
      }
      expect(place.listing()).toEqual(before);
      expect(readFileSync(place.secret, "utf8")).toBe(`# ${canary}\n`);
    },
    120_000,
  );

  function shape(outcome: { readonly kind: string; readonly code?: string }): string {
    return `${outcome.kind} ${outcome.code ?? ""}`;
  }

  test("resources show nothing outside", async () => {
    const place = await outside();
    for (const text of payloads(place)) {
      for (const uri of [text, `gno://notes/${text}`]) {
        const read = await Promise.resolve(place.h.app.resources.read(uri, { local: true } as never)).catch(
          String,
        );
        expect(JSON.stringify(read ?? null), uri).not.toContain(canary);
      }
    }
  }, 120_000);

  test("self-test: a test of the path by its prefix lets the sibling in", () => {
    const byPrefix = (root: string, file: string): boolean => file.startsWith(root);
    expect([
      byPrefix("/v/notes", "/v/notes-evil/x"),
      isInside("/v/notes", "/v/notes-evil/x", "posix"),
    ]).toEqual([true, false]);
  });

  test("the table names every tool with a path or a reference", () => {
    const keys = new Set(["ref", "refs", "path", "folderPath", "parentPath", "pattern"]);
    const wanted = gno.tools
      .filter(({ input }) =>
        Object.keys((input as { properties?: object }).properties ?? {}).some((key) => keys.has(key)),
      )
      .map(({ name }) => name)
      // A collection's own root is any folder, by its nature; dangerous ones have a test of their own.
      .filter((name) => name !== "gno_add_collection");
    const covered = new Set(places.map(([tool]) => tool));
    expect(wanted.filter((name) => !covered.has(name))).toEqual([]);
  });
});

test("REL-PATH-02: no link leads a read, an index run, a capture or a rename outside", async () => {
  const place = await outside();
  const { h, folder, secret } = place;
  const root = h.folder("notes");
  symlinkSync(secret, path.join(root, "file.md"));
  symlinkSync(folder, path.join(root, "out"));
  symlinkSync("file.md", path.join(root, "chain.md"));
  symlinkSync("loop.md", path.join(root, "loop.md"));
  symlinkSync(".", path.join(root, "d", "around"));
  symlinkSync(path.join(folder, "none.md"), path.join(root, "dangling.md"));
  symlinkSync(h.config.dirs.data, path.join(root, "data"));
  linkSync(path.join(root, "a.md"), path.join(root, "hard.md"));
  const before = place.listing();
  expect((await h.job("gno_sync")).status).toBe("completed");
  expect((await h.ok("gno_search", { query: canary })).results).toEqual([]);
  const names = [
    "file.md",
    "out/secret.md",
    "chain.md",
    "loop.md",
    "dangling.md",
    "d/around/around/c.md",
    "data/write-lock.sqlite",
  ];
  for (const name of names) {
    for (const [tool, args] of places) {
      const reference = JSON.stringify(args("x")).includes('"ref":"x"') ? `notes/${name}` : name;
      const outcome = await h.run(tool, args(reference));
      expect(JSON.stringify(outcome), `${tool} ${name}`).not.toContain(canary);
      if (outcome.kind === "error" && !plain(tool))
        expect(outcome.code, `${tool} ${name}: ${outcome.message}`).not.toBe("RUNTIME");
    }
  }
  expect(place.listing()).toEqual(before);
  expect(readFileSync(secret, "utf8")).toBe(`# ${canary}\n`);
  expect(existsSync(path.join(folder, "none.md"))).toBe(false);
}, 180_000);
