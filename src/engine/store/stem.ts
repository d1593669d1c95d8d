/** Which tokenizer builds the stemmed index. SQLite has no Snowball: that name is kept in the config and built as Porter. */
import type { IndexConfig } from "../config/types.ts";
import type { StemTokenizer } from "./open.ts";

export function stemFor(tokenizer: IndexConfig["ftsTokenizer"]): StemTokenizer {
  if (tokenizer === "unicode61" || tokenizer === "trigram") return tokenizer;
  return "porter unicode61";
}
