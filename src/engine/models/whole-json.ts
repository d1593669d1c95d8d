/** A generator that was asked for JSON gives JSON that parses, or says that it could not. */
import { EmbeddingUnavailable } from "../embed/port.ts";

/** @throws EmbeddingUnavailable for text that is no JSON, as when it was cut off */
export function wholeJson(text: string, model: string, maxTokens: number): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new EmbeddingUnavailable(
      "failed",
      `Model ${model} wrote no complete JSON in ${maxTokens} tokens. Ask for less, or use another model.`,
    );
  }
}
