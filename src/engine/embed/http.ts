/** Embeddings from an OpenAI-compatible server; how requests are made: models/http-client.ts. */
import { createHash } from "node:crypto";
import { createModelServer, type ModelServer, type ModelServerOptions } from "../models/http-client.ts";
import { normalise } from "./lsa.ts";
import { type Embedder, EmbeddingUnavailable, type TextKind } from "./port.ts";
import { promptFamily, withPrompt } from "./prompts.ts";

export interface HttpEmbedderOptions extends ModelServerOptions {
  /** Dimension of the vectors already stored; another one is refused. */
  readonly expectedDimension?: number;
}

const BATCH = 32;
const PATH = "/embeddings";

/** Asks the server for one vector to learn its dimension. @throws EmbeddingUnavailable */
export async function openHttpEmbedder(options: HttpEmbedderOptions): Promise<Embedder> {
  const { model, expectedDimension } = options;
  const family = promptFamily(model);
  const server = createModelServer(options, "embed");
  const [probe] = await request(server, [withPrompt(family, "query", "dimension")], undefined);
  const dimension = probe!.length;
  if (expectedDimension !== undefined && dimension !== expectedDimension)
    throw otherDimension(model, expectedDimension, dimension);
  const address = createHash("sha256").update(new URL(options.url).href).digest("hex").slice(0, 12);
  return {
    name: model,
    dimension,
    fingerprint: `http:${address}:${model}:${family.id}:${dimension}`,
    fusion: { kind: "rank", weight: 1 },
    batchSize: BATCH,
    async embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal) {
      const out: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => withPrompt(family, kind, text || " "));
        const vectors = await request(server, batch, signal);
        const wrong = vectors.find((vector) => vector.length !== dimension);
        if (wrong !== undefined) throw otherDimension(model, dimension, wrong.length);
        out.push(...vectors);
      }
      return out;
    },
    close: async () => undefined,
  };
}

function otherDimension(model: string, wanted: number, got: number): EmbeddingUnavailable {
  return new EmbeddingUnavailable(
    "mismatch",
    `Model ${model} now gives ${got} dimensions, the index holds ${wanted}. Embed again with: gno embed`,
  );
}

/** `{data: [{index, embedding}]}`, in any order. */
async function request(
  server: ModelServer,
  input: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const count = input.length;
  const expects = `list of ${count} embeddings`;
  const broken = () => server.unexpected(PATH, expects);
  const body = (await server.post(PATH, { input, encoding_format: "float" }, { signal, expects })) as {
    data?: unknown;
  };
  if (!Array.isArray(body.data) || body.data.length !== count) throw broken();
  const out = new Array<Float32Array>(count);
  body.data.forEach((row: { index?: unknown; embedding?: unknown } | null, position) => {
    const index = typeof row?.index === "number" ? row.index : position;
    const values = row?.embedding;
    if (!Number.isInteger(index) || index < 0 || index >= count || out[index] !== undefined) throw broken();
    if (
      !Array.isArray(values) ||
      values.length === 0 ||
      !values.every((value) => typeof value === "number" && Number.isFinite(value))
    )
      throw broken();
    const vector = Float32Array.from(values as number[]);
    normalise(vector, 0, vector.length);
    out[index] = vector;
  });
  return out;
}
