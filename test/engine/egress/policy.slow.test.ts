/** A confirmation is good once: of processes that hold the same one exactly one wins, and a kill in between spends it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createConfigStore } from "../../../src/engine/config/store.ts";
import { createEgress } from "../../../src/engine/egress/egress.ts";

const script = fileURLToPath(new URL("./policy-child.ts", import.meta.url));

function place() {
  const folder = mkdtempSync(join(tmpdir(), "policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const configFile = join(folder, "index.yml");
  writeFileSync(
    configFile,
    `version: "1.0"\ncollections:\n  - name: notes\n    path: ${JSON.stringify(folder)}\n`,
  );
  return { configFile, durablePath: join(folder, "durable.sqlite") };
}

type Place = ReturnType<typeof place>;

function start({ configFile, durablePath }: Place, ...more: string[]) {
  const child: ChildProcess = spawn(process.execPath, [script, configFile, durablePath, ...more], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    child,
    next: async (): Promise<string | undefined> => (await lines.next()).value,
    go: () => child.stdin?.write("go\n"),
  };
}

function here({ configFile, durablePath }: Place) {
  const quiet = () => undefined;
  const egress = createEgress({
    config: createConfigStore(configFile),
    durablePath,
    clock: { now: () => Date.now() },
    ids: { uuid: () => "x" },
    log: { error: quiet, warn: quiet, info: quiet },
  });
  onTestFinished(() => egress.close());
  return egress;
}

const confirmation = (currentRevision: number) => ({
  collection: "notes",
  currentPolicy: "local_only" as const,
  currentRevision,
  targetPolicy: "remote" as const,
  acknowledged: true as const,
});

test("of two processes with one confirmation exactly one wins", { timeout: 60_000 }, async () => {
  const at = place();
  const children = [start(at), start(at)];
  for (const { next } of children) expect(await next()).toBe("ready");
  for (const { go } of children) go();
  const outcomes = await Promise.all(children.map(({ next }) => next()));
  expect(outcomes.sort()).toEqual(["set", "unconfirmed"]);
  expect(here(at).policy("notes")).toMatchObject({ effectivePolicy: "remote", revision: 1 });
});

test("kill -9 between confirmation and commit changes no policy and spends the confirmation", {
  timeout: 60_000,
}, async () => {
  const at = place();
  const { child, next, go } = start(at, "--stop");
  expect(await next()).toBe("ready");
  go();
  expect(await next()).toBe("claimed");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  const egress = here(at);
  expect(egress.policy("notes")).toMatchObject({
    configuredPolicy: null,
    effectivePolicy: "local_only",
    revision: 1,
  });
  const replayed = await egress.setPolicy({
    collection: "notes",
    policy: "remote",
    confirmation: confirmation(0),
  });
  expect(replayed.kind).toBe("unconfirmed");
  const fresh = await egress.setPolicy({
    collection: "notes",
    policy: "remote",
    confirmation: confirmation(1),
  });
  expect(fresh).toMatchObject({ kind: "set", change: "relaxed", current: { revision: 2 } });
});
