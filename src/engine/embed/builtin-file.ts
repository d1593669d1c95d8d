/** The word vectors of the built-in model, read when they are first wanted. */
import { existsSync, readFileSync } from "node:fs";
import { EmbeddingUnavailable } from "./port.ts";
import { openWordVectors, type WordVectors } from "./words/format.ts";

/** @throws EmbeddingUnavailable when the package is not complete. */
export function readWordVectors(): WordVectors {
  const file = new URL("./words-en.bin", import.meta.url);
  if (!existsSync(file)) {
    throw new EmbeddingUnavailable(
      "missing",
      "The file of the built-in model is not there. Install the package again; searches by words go on.",
    );
  }
  return openWordVectors(readFileSync(file));
}
