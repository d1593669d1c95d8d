/**
 * The thread in which the built-in model learns from the documents and gives their vectors: a fit takes seconds, and no
 * call may wait for it. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createBuiltin, LSA_DIMS, semanticTerms } from "../../embed/builtin.ts";
import { readWordVectors } from "../../embed/builtin-file.ts";
import { Corpus, fitLsa } from "../../embed/lsa.ts";
import { type Embedder, EmbeddingUnavailable } from "../../embed/port.ts";
import type { FromMeaning, ToMeaning } from "./meaning-messages.ts";

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const models = new Map<number, Embedder>();
  let corpus = new Corpus();
  let fits = 0;
  let words: ReturnType<typeof readWordVectors> | undefined;

  async function answer(message: ToMeaning): Promise<FromMeaning> {
    const { id } = message;
    switch (message.kind) {
      case "learn":
        for (const text of message.texts) corpus.add(semanticTerms(text));
        return { kind: "done", id };
      case "fit": {
        words ??= readWordVectors();
        const learned = corpus;
        corpus = new Corpus();
        fits += 1;
        const model = createBuiltin({ words, lsa: fitLsa(learned, { dims: LSA_DIMS }), fit: fits });
        models.set(fits, model);
        return { kind: "fitted", id, fit: fits, dimension: model.dimension, fingerprint: model.fingerprint };
      }
      case "embed": {
        const model = models.get(message.fit);
        if (model === undefined)
          throw new EmbeddingUnavailable("failed", "The model was replaced meanwhile.");
        const values = new Float32Array(model.dimension * message.texts.length);
        const vectors = await model.embed(message.texts, "passage");
        for (const [at, vector] of vectors.entries()) values.set(vector, at * model.dimension);
        return { kind: "vectors", id, values };
      }
      case "drop":
        models.delete(message.fit);
        return { kind: "done", id };
    }
  }

  port.on("message", (message: ToMeaning) => {
    void answer(message)
      .catch((error: unknown): FromMeaning => {
        const known = error instanceof EmbeddingUnavailable;
        return {
          kind: "failed",
          id: message.id,
          missing: known && error.reason === "missing",
          message: known ? error.message : "The built-in model stopped on an unexpected error.",
        };
      })
      .then((reply) => port.postMessage(reply, reply.kind === "vectors" ? [reply.values.buffer] : []));
  });
}
