/**
 * The other two things that retrieval asks of a model: to rank passages for a query and to write text. Whoever runs the
 * model, a failure is an `EmbeddingUnavailable` whose message says what to do; retrieval goes on without.
 */

export interface Reranker {
  /** Shown to people: a file name or the model id of a server. */
  readonly name: string;
  /**
   * One number a document, in their order, higher = more relevant; comparable within one call only.
   * @throws EmbeddingUnavailable when the model cannot answer now.
   */
  rank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
  close(): Promise<void>;
}

export interface GenerateOptions {
  /** JSON schema that the answer follows; the text is then JSON that parses. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

export interface Generator {
  readonly name: string;
  /** Tokens of prompt and answer together; undefined = unknown. */
  readonly contextSize?: number;
  /** A schema is a grammar that every token obeys; otherwise it is a request that a server may not follow. */
  readonly enforcesSchema?: boolean;
  /**
   * The same prompt gives the same text as far as the model allows: nothing is drawn at random.
   * @throws EmbeddingUnavailable when the model cannot answer now, or its JSON was cut off by `maxTokens`.
   */
  generate(prompt: string, options: GenerateOptions): Promise<string>;
  close(): Promise<void>;
}
