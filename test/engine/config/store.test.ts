/** The configuration file on disk, and the collections in it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCollections, nameFromFolder } from "../../../src/engine/config/collections.ts";
import { DEFAULT_EXCLUDES } from "../../../src/engine/config/defaults.ts";
import { createConfigStore } from "../../../src/engine/config/store.ts";

let base: string;
let file: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
  file = join(base, "config", "index.yml");
  mkdirSync(join(base, "config"));
  for (const name of ["home", "home/My Notes", "other", "日本"]) mkdirSync(join(base, name));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const collection = (name: string) => ({
  name,
  path: join(base, name),
  pattern: "**/*",
  include: [],
  exclude: DEFAULT_EXCLUDES,
});

describe("createConfigStore()", () => {
  test("no file is no configuration", () => expect(createConfigStore(file).load()).toBeUndefined());

  test("a rewrite keeps comments, order, quotes and blocks it does not know", () => {
    const text = `# mine
version: "1.0"

# later blocks
models:
  activePreset: slim # small
collections:
  # the first
  - name: one
    path: "/one" # quoted
editorUriTemplate: 'x://{path}'
`;
    writeFileSync(file, text);
    const store = createConfigStore(file);
    store.addCollection(collection("two"));
    expect(readFileSync(file, "utf8")).toBe(
      text.replace("# quoted\n", `# quoted\n  - name: two\n    path: ${join(base, "two")}\n`),
    );
    store.removeCollection("two");
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(store.load()?.collections.map(({ name }) => name)).toEqual(["one"]);
  });

  test.each([
    ["an empty file", ""],
    ["a file without collections", 'version: "1.0"\n'],
    ["a flow list", "collections: []\n"],
    ["a null list", "collections:\n"],
  ])("the first collection goes into %s", (_name, text) => {
    writeFileSync(file, text);
    const store = createConfigStore(file);
    store.addCollection(collection("one"));
    expect(store.load()?.collections).toMatchObject([{ name: "one" }]);
  });

  test("a change by another program is seen, a broken one told with its line", () => {
    const store = createConfigStore(file);
    store.create({});
    expect(store.load()?.collections).toEqual([]);
    writeFileSync(file, `collections:\n  - name: x\n    path: ${base}\n`);
    expect(store.load()?.collections).toHaveLength(1);
    writeFileSync(file, "collections:\n  - nme: x\n");
    expect(() => store.load()).toThrow(/^index\.yml:2: /);
    expect(() => store.addCollection(collection("two"))).toThrow(/index\.yml:2/);
    expect(readFileSync(file, "utf8")).toBe("collections:\n  - nme: x\n");
  });

  test("a fresh file is private, whole, and never replaces one", () => {
    const store = createConfigStore(join(base, "fresh", "index.yml"));
    store.create({ collections: [collection("one")], chunking: { maxTokens: 100, overlapPercent: 0 } });
    expect(statSync(store.path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(base, "fresh"))).toEqual(["index.yml"]);
    expect(store.load()).toMatchObject({ chunking: { maxTokens: 100 }, collections: [{ name: "one" }] });
    expect(() => store.create({})).toThrow(/exists already/);
  });

  test("a link to the file stays a link", () => {
    const real = join(base, "dotfiles.yml");
    writeFileSync(real, "version: '1.0'\n", { mode: 0o640 });
    symlinkSync(real, file);
    createConfigStore(file).addCollection(collection("one"));
    expect(readFileSync(real, "utf8")).toContain("name: one");
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });
});

describe("createCollections()", () => {
  const collections = () =>
    createCollections({ config: createConfigStore(file), home: join(base, "home"), cwd: base });

  test.each([
    [
      "a folder, named after itself",
      { path: "~/My Notes" },
      { kind: "added", collection: { name: "my-notes", exclude: DEFAULT_EXCLUDES } },
    ],
    [
      "a relative one with a name",
      { path: "other/", name: " Work " },
      { kind: "added", collection: { name: "work" } },
    ],
    [
      "a file URL",
      { path: () => `file://${base}/home/My%20Notes` },
      { kind: "added", collection: { name: "my-notes" } },
    ],
    ["the home folder", { path: "~" }, { kind: "dangerous-root" }],
    ["the root of the disk", { path: "/" }, { kind: "dangerous-root" }],
    ["a system folder", { path: "/etc" }, { kind: "dangerous-root" }],
    ["nothing", { path: "nowhere" }, { kind: "missing-root" }],
    ["a name that cannot be one", { path: "other", name: "a b" }, { kind: "invalid-name" }],
    ["a folder whose name gives none", { path: "日本" }, { kind: "invalid-name" }],
  ])("%s", (_name, input, want) => {
    const path = typeof input.path === "function" ? input.path() : input.path;
    expect(collections().add({ ...input, path })).toMatchObject(want);
    expect(existsSync(file)).toBe(want.kind === "added");
  });

  test("a link to a dangerous root is one", () => {
    symlinkSync(join(base, "home"), join(base, "link"));
    expect(collections().add({ path: "link" })).toMatchObject({ kind: "dangerous-root" });
  });

  test("the program's own folders are none, what holds them may be one", () => {
    mkdirSync(join(base, "other", "data", "deep"), { recursive: true });
    symlinkSync(join(base, "other"), join(base, "way"));
    const config = createConfigStore(file);
    const all = createCollections({ config, cwd: base, ownFolders: [join(base, "way", "data")] });
    expect(all.add({ path: "other/data" })).toMatchObject({ kind: "dangerous-root" });
    expect(all.add({ path: "other/data/deep" })).toMatchObject({ kind: "dangerous-root" });
    expect(all.add({ path: "other" })).toMatchObject({ kind: "added" });
  });

  test("one folder and one name once", () => {
    const all = collections();
    all.add({ path: "other" });
    expect(all.add({ path: `${base}//other/`, name: "again" })).toMatchObject({ kind: "duplicate" });
    expect(all.add({ path: "~/My Notes", name: "OTHER" })).toMatchObject({ kind: "duplicate" });
    expect(all.find(" Other ")?.path).toBe(join(base, "other"));
  });

  test("a collection that a context names is not removed", () => {
    writeFileSync(
      file,
      "contexts:\n  - {scopeType: collection, scopeKey: 'a:', text: x}\n  - {scopeType: prefix, scopeKey: 'gno://A/b', text: x}\n",
    );
    const all = collections();
    all.add({ path: "other", name: "a" });
    all.add({ path: "~/My Notes", name: "ab" });
    expect(all.remove("A")).toEqual({ kind: "referenced", by: ["a:", "gno://A/b"] });
    expect(all.remove("ab")).toEqual({ kind: "removed" });
    expect(all.remove("ab")).toEqual({ kind: "unknown" });
  });

  test.each([
    ["/x/My Notes (2024)", "my-notes-2024"],
    ["/x/Übung", "ubung"],
    ["/x/_private_", "private"],
  ])("%s is called %s", (folder, name) => expect(nameFromFolder(folder)).toBe(name));
});
