/** The Traces port over a scratch database, with a clock that the test turns. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import { DEFAULT_TRACE_RETENTION } from "../../../src/engine/config/traces.ts";
import type { TraceRetention, TraceSettings } from "../../../src/engine/config/types.ts";
import { createEgress } from "../../../src/engine/egress/egress.ts";
import type { ConfigStore, IndexConfig, NewTrace, TraceEvidence } from "../../../src/engine/engine.ts";
import { openDurable } from "../../../src/engine/store/open.ts";
import { createTraces } from "../../../src/engine/traces/traces.ts";

export interface WorldOptions {
  /** `false` = tracing is off. */
  readonly mode?: TraceSettings["redactionMode"] | false;
  readonly retention?: Partial<TraceRetention>;
  readonly collections?: IndexConfig["collections"];
}

export function world(options: WorldOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "traces-"));
  const path = join(folder, "durable-default.sqlite");
  const time = { now: 1_000_000 };
  const warnings: unknown[] = [];
  const state: { settings: TraceSettings | undefined } = {
    settings:
      options.mode === false
        ? undefined
        : {
            redactionMode: options.mode ?? "metadata",
            retention: { ...DEFAULT_TRACE_RETENTION, ...options.retention },
          },
  };
  const refuse = (): never => {
    throw new Error("the test configuration is read-only");
  };
  const config: ConfigStore = {
    path: join(folder, "index.yml"),
    load: () => ({
      ...emptyConfig,
      collections: options.collections ?? [],
      ...(state.settings === undefined ? {} : { retrievalTraces: state.settings }),
    }),
    addCollection: refuse,
    removeCollection: refuse,
    setEgressPolicy: refuse,
    addContext: refuse,
    removeContexts: refuse,
    setActivePreset: refuse,
    create: refuse,
  };
  let ids = 0;
  const log = {
    error: () => undefined,
    warn: (message: string) => {
      warnings.push(message);
    },
    info: () => undefined,
  };
  const clock = { now: () => time.now };
  let receipts = 0;
  const egress = createEgress({
    config,
    durablePath: path,
    clock,
    ids: { uuid: () => `receipt-${++receipts}` },
    log,
  });
  const traces = createTraces({
    durablePath: path,
    config,
    clock,
    ids: { uuid: () => `trace-${String(++ids).padStart(4, "0")}` },
    log,
    egress,
    state: () => ({ version: "1", models: [], index: 0 }),
  });
  onTestFinished(() => {
    traces.close();
    egress.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    path,
    time,
    traces,
    egress,
    warnings,
    state,
    exists: () => existsSync(path),
    /** A second connection, as another process has. */
    other: () => {
      const store = openDurable(path);
      onTestFinished(() => store.close());
      return store;
    },
    async kept(trace: Partial<NewTrace> = {}) {
      const id = await traces.record({ ...search(), ...trace });
      if (id === undefined) throw new Error(`the trace was not kept: ${JSON.stringify(warnings)}`);
      return id;
    },
  };
}

export const sha = (letter: string) => letter.repeat(64);

export const hit: TraceEvidence = {
  docid: "#aaaaaaaa",
  sourceHash: sha("a"),
  uri: "gno://notes/a.md",
  startLine: 3,
  endLine: 5,
  score: 1,
  rank: 1,
};

export function search(ranked: readonly TraceEvidence[] = [hit], query = "quagga xylem"): NewTrace {
  return {
    pipeline: { tool: "gno_search" },
    query,
    filters: { limit: 5, author: "Dana", tagsAll: ["private/tag"] },
    records: [
      { part: "event", kind: "query", payload: {} },
      { part: "run", kind: "retrieval", payload: { ranked } },
    ],
  };
}
