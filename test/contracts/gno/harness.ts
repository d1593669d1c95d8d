/** A real server over a temporary vault: handlers are tested through the Service, as every wire calls them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { type App, composeGno } from "../../../src/app/compose.ts";
import { type AppConfig, readConfig } from "../../../src/app/config.ts";
import type { AppLog } from "../../../src/app/log.ts";
import type { Outcome } from "../../../src/runtime/outcome.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface HarnessOptions {
  /** Files by collection. */
  readonly collections?: Readonly<Record<string, Files>>;
  /** Collections for facts. */
  readonly managed?: readonly string[];
  readonly indexName?: string;
  readonly writeEnabled?: boolean;
  readonly profile?: string;
  /** Leaves the folders empty: no config, no index. */
  readonly uninitialized?: boolean;
  /** Gives the chunks vectors of the built-in model. */
  readonly embedded?: boolean;
  /** More of `index.yml`, as YAML text. */
  readonly yaml?: string;
}

export interface CallAs {
  readonly local?: boolean;
  readonly signal?: AbortSignal;
}

export interface Harness {
  readonly app: App;
  readonly config: AppConfig;
  readonly root: string;
  /** Folder of a collection. */
  folder(collection: string): string;
  write(collection: string, files: Files): void;
  run(tool: string, args?: object, as?: CallAs): Promise<Outcome>;
  /** The data of a successful call; anything else throws. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of sixteen shapes.
  ok(tool: string, args?: object, as?: CallAs): Promise<any>;
  text(tool: string, args?: object, as?: CallAs): Promise<string>;
  /** Code and message of a failed call; a success throws. */
  error(tool: string, args?: object, as?: CallAs): Promise<{ code: string; message: string }>;
  /** Starts a job tool and waits until it ended. @returns gno_job_status of it. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  job(tool: string, args?: object): Promise<any>;
}

export const silentLog: AppLog = { error: () => {}, warn: () => {}, info: () => {} };

/** One harness for all tests of a file that only read: indexing costs more than reading. Call it at the top level. */
export function shared(options: HarnessOptions): () => Promise<Harness> {
  let made: Promise<Harness> | undefined;
  let clean: () => Promise<void> = async () => {};
  afterAll(() => clean());
  return () => {
    made ??= create(options, (cleanUp) => {
      clean = cleanUp;
    });
    return made;
  };
}

/** A harness of its own; everything in it is removed when the test ends. */
export function harness(options: HarnessOptions = {}): Promise<Harness> {
  return create(options, (cleanUp) => onTestFinished(cleanUp));
}

async function create(
  options: HarnessOptions,
  whenDone: (cleanUp: () => Promise<void>) => void,
): Promise<Harness> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "gno-")));
  const collections = options.collections ?? { notes: {} };
  const folder = (collection: string) => join(root, "vault", collection);
  const write = (collection: string, files: Files) => {
    mkdirSync(folder(collection), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder(collection), path)), { recursive: true });
      writeFileSync(join(folder(collection), path), text);
    }
  };
  for (const [name, files] of Object.entries(collections)) write(name, files);
  const config = readConfig(options.indexName === undefined ? {} : { index: options.indexName }, {
    env: {
      GNO_CONFIG_DIR: join(root, "config"),
      GNO_DATA_DIR: join(root, "data"),
      GNO_CACHE_DIR: join(root, "cache"),
    },
  });
  if (!options.uninitialized) {
    const list = Object.keys(collections).map(
      (name) =>
        `  - name: ${name}\n    path: ${JSON.stringify(folder(name))}${options.managed?.includes(name) ? "\n    memoryManaged: true" : ""}`,
    );
    mkdirSync(dirname(config.configFile), { recursive: true });
    writeFileSync(
      config.configFile,
      `version: "1.0"\ncollections:${list.length === 0 ? " []" : ""}\n${list.join("\n")}\n${options.yaml ?? ""}`,
    );
  }
  const app = composeGno({
    config,
    log: silentLog,
    mode: "stdio",
    profile: options.profile ?? "full",
    writeEnabled: options.writeEnabled ?? true,
    hostPaths: true,
  });
  whenDone(async () => {
    await app.close(5_000);
    rmSync(root, { recursive: true, force: true });
  });

  const run = (tool: string, args: object = {}, as: CallAs = {}) =>
    app.service.run(tool, args, {
      caller: { client: "test", session: "s", transport: "direct", local: as.local ?? true },
      ...(as.signal === undefined ? {} : { signal: as.signal }),
    });
  const expectOk = async (tool: string, args?: object, as?: CallAs) => {
    const outcome = await run(tool, args, as);
    if (outcome.kind !== "ok") throw new Error(`${tool} answered ${JSON.stringify(outcome)}`);
    return outcome;
  };
  const self: Harness = {
    app,
    config,
    root,
    folder,
    write,
    run,
    ok: async (tool, args, as) => (await expectOk(tool, args, as)).data,
    text: async (tool, args, as) => (await expectOk(tool, args, as)).text,
    async error(tool, args, as) {
      const outcome = await run(tool, args, as);
      if (outcome.kind !== "error") throw new Error(`${tool} answered ${JSON.stringify(outcome)}`);
      return outcome;
    },
    async job(tool, args) {
      const { jobId } = await self.ok(tool, args);
      await (await app.engine()).jobs.settled();
      return self.ok("gno_job_status", { jobId });
    },
  };
  if (!options.uninitialized && Object.values(collections).some((files) => Object.keys(files).length > 0)) {
    const engine = await app.engine();
    const lease = await engine.lease.acquire(5_000, new AbortController().signal);
    if (lease === undefined) throw new Error("the write lease of a fresh folder is taken");
    try {
      await engine.sync.run({});
      if (options.embedded === true) await engine.embedding.run({});
    } finally {
      lease.release();
    }
  }
  return self;
}
