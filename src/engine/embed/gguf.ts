/**
 * Embeddings from a GGUF file, run by the model process. The fingerprint is the content of the file and the prompts put
 * around texts, so that vectors of another file under the same name are never compared with these.
 */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { cachedSha256 } from "../models/digest.ts";
import type { LlamaHost } from "../models/llama-host.ts";
import type { ModelRef } from "../models/llama-messages.ts";
import { stampOf } from "../models/stamp.ts";
import { normalise } from "./lsa.ts";
import { type Embedder, EmbeddingUnavailable, type TextKind } from "./port.ts";
import { promptFamily, withPrompt } from "./prompts.ts";

export interface GgufOptions {
  readonly host: LlamaHost;
  readonly path: string;
  /** Shown to people, and tells the family of prompts; default the file's name. */
  readonly name?: string;
  /** What to do about a file that is missing or damaged; ends its error messages. */
  readonly cure?: string;
}

export interface GgufEmbedderOptions extends GgufOptions {
  /** Where digests of model files are remembered. */
  readonly digestFolder: string;
  /** Dimension of the vectors already stored; another one is refused. */
  readonly expectedDimension?: number;
}

/** Raised when equal text and an equal file could give another vector, as by another place where long texts are cut. */
const ALGORITHM = 1;
/** Small, because a query waits until the running batch is through. */
const BATCH = 8;

/** Loads the model. @throws EmbeddingUnavailable */
export async function openGgufEmbedder(options: GgufEmbedderOptions): Promise<Embedder> {
  const { host, path, name = basename(path), digestFolder, expectedDimension } = options;
  const model = await modelRef(options);
  const { dimension } = await host.run<"open">({ task: "open", model, role: "embed" });
  if (expectedDimension !== undefined && dimension !== expectedDimension) {
    throw new EmbeddingUnavailable(
      "mismatch",
      `Model ${name} gives ${dimension} dimensions, the index holds ${expectedDimension}. Embed again with: gno embed`,
    );
  }
  const family = promptFamily(name);
  const sha256 = await cachedSha256(path, digestFolder);
  return {
    name,
    dimension,
    fingerprint: `gguf:${ALGORITHM}:${sha256.slice(0, 16)}:${family.id}`,
    fusion: { kind: "rank", weight: 1 },
    batchSize: BATCH,
    async embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal) {
      const out: Float32Array[] = texts.map(() => new Float32Array(dimension));
      const filled = [...texts.keys()].filter((at) => texts[at]!.trim() !== "");
      for (let from = 0; from < filled.length; from += BATCH) {
        const places = filled.slice(from, from + BATCH);
        const vectors = await host.run<"embed">(
          { task: "embed", model, texts: places.map((at) => withPrompt(family, kind, texts[at]!)) },
          { signal, urgent: kind === "query" },
        );
        places.forEach((at, position) => {
          out[at] = unit(vectors[position]!, dimension, name);
        });
      }
      return out;
    },
    close: async () => undefined,
  };
}

/** The file as it is now. @throws EmbeddingUnavailable when there is none */
export async function modelRef({
  path,
  cure = "Pull it again with: gno models pull",
}: GgufOptions): Promise<ModelRef> {
  try {
    return { path, stamp: stampOf(await stat(path)), cure };
  } catch {
    throw new EmbeddingUnavailable("missing", `The model file ${basename(path)} is not there. ${cure}`);
  }
}

function unit(vector: Float32Array, dimension: number, name: string): Float32Array {
  // A text of which the tokenizer keeps nothing has no vector.
  if (vector.length === 0) return new Float32Array(dimension);
  if (vector.length !== dimension || !vector.every(Number.isFinite)) {
    throw new EmbeddingUnavailable(
      "failed",
      `Model ${name} gave something that is no vector. Check the file with: gno models verify`,
    );
  }
  normalise(vector, 0, dimension);
  return vector;
}
