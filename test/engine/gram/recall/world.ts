/** A folder of documents and a search over it, with a model whose vectors are bags of words. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Embedder } from "../../../../src/engine/embed/port.ts";
import type { CreateInput } from "../../../../src/engine/gram/changes.ts";
import { createGramReader } from "../../../../src/engine/gram/reader.ts";
import { type MeaningModel, openedModel } from "../../../../src/engine/gram/recall/meaning-model.ts";
import { createGramRecall } from "../../../../src/engine/gram/recall/recall.ts";
import type { RecallRequest, RecallResult } from "../../../../src/engine/gram/recall/types.ts";
import { createVault } from "../../../../src/engine/gram/vault.ts";
import { createGram } from "../../../fixtures/gram.ts";

const dims = 64;

/** Words that are equal fall on equal places: no two texts of different words are alike by more than chance. */
export function bagVector(text: string): Float32Array {
  const vector = new Float32Array(dims);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let place = 7;
    for (const letter of word) place = (place * 31 + letter.charCodeAt(0)) % 8_191;
    vector[place % dims]! += 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

export function bagEmbedder(embed: Embedder["embed"] = async (texts) => texts.map(bagVector)): Embedder {
  return {
    name: "bag",
    dimension: dims,
    fingerprint: "bag:1",
    fusion: { kind: "score", weight: 1 },
    batchSize: 16,
    embed,
    close: async () => undefined,
  };
}

export const bagModel = (embed?: Embedder["embed"]) => (): MeaningModel =>
  openedModel(
    async () => bagEmbedder(embed),
    async () => undefined,
  );

export interface World {
  readonly root: string;
  readonly recall: ReturnType<typeof createGramRecall>;
  file(path: string): string;
  create(path: string, id: string, input: CreateInput): Promise<void>;
  search(request: Partial<RecallRequest> & { readonly query: string }): Promise<RecallResult>;
  /** `path#id` and, where it has one, the cosine. */
  hits(request: Partial<RecallRequest> & { readonly query: string }): Promise<readonly string[]>;
}

export function world(model?: () => MeaningModel): World {
  const root = mkdtempSync(join(tmpdir(), "recall-"));
  const vault = createVault({ root, access: "write" });
  const recall = createGramRecall({
    vault,
    reader: createGramReader(),
    folders: [{ folder: root, prefix: "" }],
    ...(model === undefined ? {} : { model }),
  });
  onTestFinished(async () => {
    await recall.close();
    rmSync(root, { recursive: true, force: true });
  });
  const file = (path: string) => join(root, path);
  const search: World["search"] = (request) =>
    recall.search({ mode: "keyword", limit: 10, skip: 0, ...request });
  return {
    root,
    recall,
    file,
    async create(path, id, input) {
      mkdirSync(dirname(file(path)), { recursive: true });
      await createGram(file(path), id, input);
    },
    search,
    async hits(request) {
      const result = await search(request);
      if (result.kind !== "hits") return [JSON.stringify(result)];
      return result.hits.map(
        ({ path, id, cosine }) => `${path}#${id}${cosine === undefined ? "" : ` ${cosine}`}`,
      );
    },
  };
}
