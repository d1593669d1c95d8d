/** The sync as the engine runs it: in a thread, stoppable, with git, and with errors a caller can act on. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_EXCLUDES, emptyConfig } from "../../../src/engine/config/defaults.ts";
import type { ConfigStore, IndexConfig } from "../../../src/engine/config/types.ts";
import { ChunkingPolicyConflict } from "../../../src/engine/index/policy.ts";
import { createSync } from "../../../src/engine/index/sync.ts";
import type { EngineLog } from "../../../src/engine/ports.ts";
import { openDurable, openIndex } from "../../../src/engine/store/open.ts";
import { type Folder, folder } from "./folder.ts";

const quiet: EngineLog = { error: () => undefined, warn: () => undefined, info: () => undefined };

function syncOf(vault: Folder, change: Partial<IndexConfig> = {}) {
  const load = (): IndexConfig => ({
    ...emptyConfig,
    collections: [vault.collection],
    ...change,
    ...vault.config,
  });
  return createSync({
    index: vault.store,
    durablePath: join(vault.data, "durable-default.sqlite"),
    config: { load } as ConfigStore,
    log: quiet,
  });
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}.md`, `note ${n}`]));

describe("createSync()", () => {
  test("runs apart from this thread and is seen by its connection", async () => {
    using vault = folder({ "a.md": "alpha" });
    const sync = syncOf(vault);
    const result = await sync.run({});
    expect(result).toMatchObject({ totalFilesAdded: 1 });
    expect(vault.find("alpha")).toEqual(["a.md"]);
    expect(await sync.run({})).toMatchObject({ totalFilesAdded: 0, totalFilesProcessed: 1 });
    await sync.close();
  });

  test("runs asked for at once come one after the other", async () => {
    using vault = folder(many(30));
    const sync = syncOf(vault);
    const results = await Promise.all([
      sync.run({}),
      sync.run({}),
      sync.run({ collections: ["notes"], paths: ["n1.md"] }),
    ]);
    expect(results.map(({ totalFilesAdded }) => totalFilesAdded)).toEqual([30, 0, 0]);
    await sync.close();
  });

  test("cancelling ends the run with what is committed kept, and the next one goes on", async () => {
    using vault = folder(many(1_500));
    const sync = syncOf(vault);
    const stop = new AbortController();
    const run = sync.run({ signal: stop.signal, progress: () => stop.abort() });
    await expect(run).rejects.toThrow(/abort/i);
    const [{ n } = { n: 0 }] = vault.rows<{ n: number }>("SELECT count(*) AS n FROM document");
    expect(vault.rows("SELECT count(*) AS n FROM fts_exact_docsize")).toEqual([{ n }]);
    expect(await sync.run({})).toMatchObject({ totalFilesProcessed: 1_500 });
    await sync.close();
  });

  test("user tags of the durable database are applied", async () => {
    using vault = folder({ "a.txt": "alpha" });
    const durable = openDurable(join(vault.data, "durable-default.sqlite"));
    durable.statement("INSERT INTO user_tag VALUES ('notes', 'a.txt', 'kept')").run();
    const sync = syncOf(vault);
    await sync.run({});
    expect(vault.rows("SELECT tag, source FROM tag")).toEqual([{ tag: "kept", source: "user" }]);
    await sync.close();
    durable.close();
  });

  test("a policy claimed elsewhere is a conflict here", async () => {
    using vault = folder({ "a.md": "alpha" });
    const sync = syncOf(vault);
    await sync.run({});
    vault.config = { chunking: { maxTokens: 20, overlapPercent: 0 } };
    vault.sync();
    await expect(sync.run({})).rejects.toBeInstanceOf(ChunkingPolicyConflict);
    await sync.close();
  });

  test("a writer elsewhere for longer than the wait is an error that says so", async () => {
    using vault = folder({ "a.md": "alpha" });
    const other = openIndex(vault.store.path);
    other.raw.exec("BEGIN IMMEDIATE");
    const sync = syncOf(vault, { busyTimeoutMs: 1 });
    await expect(sync.run({})).rejects.toMatchObject({
      kind: "busy",
      message: expect.stringMatching(/Try again/),
    });
    other.raw.exec("ROLLBACK");
    expect(await sync.run({})).toMatchObject({ totalFilesAdded: 1 });
    await sync.close();
    other.close();
  });
});

describe("git pull", () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
      cwd,
      stdio: "pipe",
    });

  function cloned() {
    const origin = folder({ "a.md": "alpha" });
    const vault = folder();
    git(origin.root, "init", "-q", "-b", "main");
    git(origin.root, "add", ".");
    git(origin.root, "commit", "-q", "-m", "first");
    git(vault.root, "clone", "-q", origin.root, ".");
    return { origin, vault };
  }

  test("new files of the remote are indexed, and no hook runs", async () => {
    const { origin, vault } = cloned();
    using _o = origin;
    using _v = vault;
    mkdirSync(join(vault.root, ".git/hooks"), { recursive: true });
    writeFileSync(join(vault.root, ".git/hooks/post-merge"), "#!/bin/sh\ntouch hooked.md\n", { mode: 0o755 });
    origin.write("b.md", "beta");
    git(origin.root, "add", ".");
    git(origin.root, "commit", "-q", "-m", "second");
    const sync = syncOf(vault);
    expect(await sync.run({ gitPull: true })).toMatchObject({ totalFilesAdded: 2, totalFilesErrored: 0 });
    expect(vault.find("beta")).toEqual(["b.md"]);
    await sync.close();
  });

  test("a pull that fails is a line in the result; the files as they are get indexed", async () => {
    const { origin, vault } = cloned();
    using _o = origin;
    using _v = vault;
    origin.write("a.md", "theirs");
    git(origin.root, "commit", "-q", "-a", "-m", "theirs");
    vault.write("a.md", "ours");
    git(vault.root, "commit", "-q", "-a", "-m", "ours");
    const sync = syncOf(vault);
    const result = await sync.run({ gitPull: true });
    expect(result.collections[0]?.errors).toMatchObject([{ relPath: "", code: "GIT_PULL_FAILED" }]);
    expect(vault.find("ours")).toEqual(["a.md"]);
    await sync.close();
  });

  test("a folder that is no repository is synced as it is", async () => {
    using vault = folder({ "a.md": "alpha" });
    vault.collection = { ...vault.collection, exclude: DEFAULT_EXCLUDES };
    const sync = syncOf(vault);
    expect((await sync.run({ gitPull: true })).collections[0]?.errors).toEqual([]);
    await sync.close();
  });
});
