/** What each model family wants around a text. A family is known by its name; an unknown one gets the text as it is. */
import type { TextKind } from "./port.ts";

export interface PromptFamily {
  readonly id: string;
  readonly query: string;
  readonly passage: string;
}

const FAMILIES: readonly (PromptFamily & { readonly name: RegExp })[] = [
  { id: "nomic", name: /nomic-embed/i, query: "search_query: ", passage: "search_document: " },
  { id: "e5", name: /(^|[^a-z0-9])(multilingual-)?e5[-_]/i, query: "query: ", passage: "passage: " },
  {
    id: "gemma",
    name: /embedding-?gemma/i,
    query: "task: search result | query: ",
    passage: "title: none | text: ",
  },
  {
    id: "qwen3",
    name: /qwen3-embedding/i,
    query: "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ",
    passage: "",
  },
  {
    id: "bge",
    name: /bge-(small|base|large)-en/i,
    query: "Represent this sentence for searching relevant passages: ",
    passage: "",
  },
  {
    id: "mxbai",
    name: /mxbai-embed/i,
    query: "Represent this sentence for searching relevant passages: ",
    passage: "",
  },
  {
    id: "arctic",
    name: /arctic-embed/i,
    query: "Represent this sentence for searching relevant passages: ",
    passage: "",
  },
];

const PLAIN: PromptFamily = { id: "plain", query: "", passage: "" };

export function promptFamily(model: string): PromptFamily {
  return FAMILIES.find(({ name }) => name.test(model)) ?? PLAIN;
}

export function withPrompt(family: PromptFamily, kind: TextKind, text: string): string {
  return family[kind] + text;
}
