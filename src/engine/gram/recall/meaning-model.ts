/** The model that gives units their vectors: the built-in one, which learns from them in a thread of its own, or any other. */
import { Worker } from "node:worker_threads";
import { builtinFusion } from "../../embed/builtin.ts";
import { type Embedder, EmbeddingUnavailable } from "../../embed/port.ts";
import type { FromMeaning, ToMeaning } from "./meaning-messages.ts";

export interface MeaningModel {
  /** Whether it is to be fitted again when the texts have grown much. */
  readonly learns: boolean;
  /** Texts that the next fit learns from. */
  learn(texts: readonly string[]): Promise<void>;
  /** @throws EmbeddingUnavailable */
  fit(): Promise<Embedder>;
  close(): Promise<void>;
}

/** A model that is opened and learns nothing: a file or a server. */
export function openedModel(open: () => Promise<Embedder>, close: () => Promise<void>): MeaningModel {
  return { learns: false, learn: async () => undefined, fit: open, close };
}

type Request = ToMeaning extends infer Each ? (Each extends ToMeaning ? Omit<Each, "id"> : never) : never;

/** Texts a call: short enough that a question is soon answered in between. */
const BATCH = 64;
/** A fit makes much short-lived garbage: small young generations keep memory flat at no cost. */
const YOUNG_MB = 8;

export function builtinModel(): MeaningModel {
  const waiting = new Map<number, (reply: FromMeaning) => void>();
  let worker: Worker | undefined;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const file = import.meta.url.endsWith(".ts") ? "./meaning-worker.ts" : "./meaning-worker.js";
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    const started = new Worker(new URL(file, import.meta.url), {
      stdout: true,
      name: "meaning",
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const lost = (): void => {
      if (worker === started) worker = undefined;
      for (const [id, settle] of waiting) settle(failed(id));
      waiting.clear();
    };
    started.on("message", (reply: FromMeaning) => {
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
    });
    started.on("error", lost);
    started.on("exit", lost);
    return started;
  }

  async function ask<Kind extends FromMeaning["kind"]>(
    request: Request,
    kind: Kind,
  ): Promise<Extract<FromMeaning, { kind: Kind }>> {
    if (closed) throw new EmbeddingUnavailable("failed", "The program is ending.");
    worker ??= start();
    worker.ref();
    lastId += 1;
    const id = lastId;
    const current = worker;
    const reply = await new Promise<FromMeaning>((resolve) => {
      waiting.set(id, resolve);
      current.postMessage({ ...request, id } satisfies ToMeaning);
    });
    if (reply.kind === "failed") {
      throw new EmbeddingUnavailable(reply.missing ? "missing" : "failed", reply.message);
    }
    if (reply.kind !== kind) throw new EmbeddingUnavailable("failed", "The built-in model gave no answer.");
    return reply as Extract<FromMeaning, { kind: Kind }>;
  }

  return {
    learns: true,
    async learn(texts) {
      await ask({ kind: "learn", texts }, "done");
    },
    async fit() {
      const { fit, dimension, fingerprint } = await ask({ kind: "fit" }, "fitted");
      return {
        name: "builtin",
        dimension,
        fingerprint,
        fusion: builtinFusion,
        batchSize: BATCH,
        async embed(texts) {
          const { values } = await ask({ kind: "embed", fit, texts }, "vectors");
          return texts.map((_, at) => values.subarray(at * dimension, (at + 1) * dimension));
        },
        close: async () => {
          if (!closed) await ask({ kind: "drop", fit }, "done");
        },
      };
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

function failed(id: number): FromMeaning {
  return { kind: "failed", id, missing: false, message: "The thread of the built-in model ended." };
}
