/** A search waits for a model so long and no longer, and a model that failed rests. */
import { describe, expect, test } from "vitest";
import { type Embedder, EmbeddingUnavailable, TextRefused } from "../../../src/engine/embed/port.ts";
import type { SearchModels } from "../../../src/engine/search/models.ts";
import { withPatience } from "../../../src/engine/search/patience.ts";

const vectors = {} as SearchModels["vectors"];
const never = () => new Promise<never>(() => undefined);

function embedder(embed: Embedder["embed"], name = "server"): Embedder {
  return {
    name,
    dimension: 1,
    fingerprint: "f",
    fusion: { kind: "rank", weight: 1 },
    batchSize: 1,
    embed,
    close: async () => undefined,
  };
}
const one = embedder(async () => [Float32Array.of(1)]);

/** A clock of its own, on which every look takes as long as a failure that is felt; the waits are real and short. */
function patient(models: Partial<SearchModels>, step = 250) {
  const clock = { now: 0 };
  const now = () => {
    clock.now += step;
    return clock.now;
  };
  const asked = withPatience(
    { vectors, embedder: async () => one, ...models },
    { waitMs: 5, rankMs: 5, restMs: 10_000, now },
  );
  return { asked, clock };
}

describe("withPatience()", () => {
  test("hands through what answers, and the built-in model as it is", async () => {
    const builtin = embedder(async () => [], "builtin");
    const { asked } = patient({ embedder: async () => builtin });
    expect(await asked.embedder()).toBe(builtin);
    expect(asked.reranker).toBeUndefined();
    const model = await patient({}).asked.embedder();
    expect(model).toMatchObject({ name: "server", fingerprint: "f" });
    await expect(model.embed(["a"], "query")).resolves.toEqual([Float32Array.of(1)]);
  });

  test("gives up on a model that does not open, and does not ask it while it rests", async () => {
    let opened = 0;
    const { asked, clock } = patient({
      embedder: () => {
        opened += 1;
        return never();
      },
    });
    await expect(asked.embedder()).rejects.toThrow(/no answer within 0\.005 s/);
    await expect(asked.embedder()).rejects.toThrow(/no answer within/);
    expect(opened).toBe(1);
    // Another collection may have another model.
    await expect(asked.embedder("work")).rejects.toThrow(/no answer within/);
    expect(opened).toBe(2);
    clock.now += 10_000;
    await expect(asked.embedder()).rejects.toThrow(/no answer within/);
    expect(opened).toBe(3);
  });

  test("ends a question that takes too long, and lets the model rest", async () => {
    let signal: AbortSignal | undefined;
    let questions = 0;
    const slow = embedder((_texts, _kind, given) => {
      questions += 1;
      signal = given;
      return new Promise((_resolve, reject) => {
        given?.addEventListener("abort", () => reject(given.reason));
      });
    });
    const { asked } = patient({ embedder: async () => slow });
    const model = await asked.embedder();
    await expect(model.embed(["a"], "query")).rejects.toBeInstanceOf(EmbeddingUnavailable);
    await expect.poll(() => signal?.aborted).toBe(true);
    await expect(asked.embedder()).rejects.toThrow(/no answer within/);
    expect(questions).toBe(1);
  });

  test("asks again at once for a file that was missing, and for whatever is no failure of the model", async () => {
    let missing = true;
    const { asked } = patient({
      reranker: async () => {
        if (missing) throw new EmbeddingUnavailable("missing", "Pull it.");
        return undefined;
      },
      generator: async () => {
        throw new Error("a fault of ours");
      },
    });
    await expect(asked.reranker?.()).rejects.toThrow("Pull it.");
    missing = false;
    await expect(asked.reranker?.()).resolves.toBeUndefined();
    await expect(asked.generator?.()).rejects.toThrow("a fault of ours");
    await expect(asked.generator?.()).rejects.toThrow("a fault of ours");
  });

  test("asks again at once after a failure that nobody felt, or that was the text's", async () => {
    let allowed = false;
    const policy = async () => {
      if (!allowed) throw new EmbeddingUnavailable("failed", "The policy does not allow it.");
      return one;
    };
    const quick = patient({ embedder: policy }, 1).asked;
    await expect(quick.embedder()).rejects.toThrow("The policy");
    allowed = true;
    await expect(quick.embedder()).resolves.toBeDefined();

    const refusing = embedder(async ([text]) => {
      if (text === "long") throw new TextRefused("Too long.");
      return [Float32Array.of(1)];
    });
    const model = await patient({ embedder: async () => refusing }).asked.embedder();
    await expect(model.embed(["long"], "query")).rejects.toThrow("Too long.");
    await expect(model.embed(["short"], "query")).resolves.toHaveLength(1);
  });

  test("waits for a reranker so long and no longer", async () => {
    const reranker = { name: "slow", rank: never, close: async () => undefined };
    const { asked } = patient({ reranker: async () => reranker });
    const opened = await asked.reranker?.();
    await expect(opened?.rank("q", ["a"])).rejects.toThrow(/no answer within/);
    await expect(asked.reranker?.()).rejects.toThrow(/no answer within/);
  });

  test("leaves a cancelled question what it is", async () => {
    const stop = new AbortController();
    const { asked } = patient({
      embedder: async () =>
        embedder(async (_texts, _kind, signal) => {
          stop.abort(new Error("cancelled"));
          throw signal?.reason;
        }),
    });
    const model = await asked.embedder();
    await expect(model.embed(["a"], "query", stop.signal)).rejects.toThrow("cancelled");
    await expect(asked.embedder()).resolves.toBeDefined();
  });
});
