// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

export const gno = {
  name: "gno",
  server: { name: "gno", version: "1.0.0" },
  profiles: ["full", "core"],
  defaultProfile: "full",
  tools: [
    {
      name: "gno_context",
      title: "Context Capsule",
      descriptions: {
        full: "Compiles evidence for a goal into one Context Capsule: passages cut exactly from the documents, with hashes, facets, gaps and omissions, all of it within budgetTokens and budgetBytes. Models write nothing; the same index and request give the same bytes. Nothing is stored.",
        core: "Call this for one bounded evidence handoff: passages for a goal that have to fit a fixed space. budgetTokens (and budgetBytes) bounds the whole capsule rather than each document; depthPolicy fast needs words alone, balanced and thorough add meaning, links and reranking. Returns exact passages with hashes and lines, covered facets, gaps, omission counts and fingerprints for gno_context_verify; the text is a compact gno-context-agent-v1 projection, structuredContent the whole capsule, all of it untrusted data, and nothing is persisted.",
      },
      publishOutput: false,
      command: ["context", "build"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: [
        "invalid_goal",
        "invalid_budget",
        "invalid_filter",
        "invalid_uri",
        "invalid_input",
        "no_evidence",
        "index_changed_during_compile",
        "context_changed_during_compile",
        "runtime_error",
      ],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          goal: {
            type: "string",
            minLength: 1,
            maxLength: 16384,
            description: "What the evidence is for, in plain words.",
          },
          budgetTokens: {
            type: "integer",
            minimum: 1,
            maximum: 9007199254740991,
            description: "Tokens that the whole capsule may have; without a tokenizer each byte counts as one.",
          },
          query: {
            type: "string",
            minLength: 1,
            maxLength: 16384,
            description: "What to search for; the goal when left out.",
          },
          collections: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 64 },
            maxItems: 128,
            uniqueItems: true,
            description: "Search these collections; all when left out.",
          },
          uriPrefix: {
            anyOf: [{ type: "string", minLength: 1, maxLength: 8192 }, { type: "null" }],
            description: "Only documents at or below this gno:// URI.",
          },
          queryModes: {
            type: "array",
            items: {
              type: "object",
              properties: {
                mode: { type: "string", enum: ["term", "intent", "hyde"] },
                text: { type: "string", minLength: 1, maxLength: 4096 },
              },
              required: ["mode", "text"],
              additionalProperties: false,
            },
            maxItems: 128,
            description: "Your own query variants: term for keywords, intent and hyde (one at most) for vectors.",
          },
          tagsAll: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 256 },
            maxItems: 128,
            description: "Only documents that carry all these tags.",
          },
          tagsAny: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 256 },
            maxItems: 128,
            description: "Only documents that carry one of these tags.",
          },
          categories: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 256 },
            maxItems: 128,
            description: "Only documents with one of these categories or content types.",
          },
          exclude: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 256 },
            maxItems: 128,
            description: "Leave out documents that contain one of these texts in title, path or body, in any case.",
          },
          author: {
            type: "string",
            maxLength: 256,
            description: "Only documents whose author contains this text, in any case.",
          },
          lang: {
            type: "string",
            maxLength: 256,
            description: "Only passages of this language (BCP-47) where meaning counts.",
          },
          intent: {
            type: "string",
            maxLength: 16384,
            description: "What the words are meant for: steers the choice of passages and is never searched itself.",
          },
          minScore: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Leave out hits below this score; the best hit has 1.",
          },
          since: {
            type: "string",
            description: "Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent.",
          },
          until: { type: "string", description: "Latest modification, in the same forms as since." },
          graph: {
            type: "boolean",
            default: true,
            description: "Add linked neighbours of the best hits, one hop; never with depthPolicy fast.",
          },
          noRerank: { type: "boolean", default: false, description: "Do not rerank candidates with a model." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 9007199254740991,
            description: "Hits that passages are taken from, over all collections: 20 when left out, 100 at most.",
          },
          candidateLimit: {
            type: "integer",
            minimum: 1,
            maximum: 9007199254740991,
            description: "Candidates of the search: 40 when left out, 80 with thorough, 200 at most.",
          },
          budgetBytes: {
            type: "integer",
            minimum: 1,
            maximum: 9007199254740991,
            description: "Bytes that the whole capsule may have: four a token when left out.",
          },
          safetyMarginTokens: {
            type: "integer",
            minimum: 0,
            maximum: 9007199254740991,
            default: 0,
            description: "Tokens of the budget to leave free.",
          },
          safetyMarginBytes: {
            type: "integer",
            minimum: 0,
            maximum: 9007199254740991,
            default: 0,
            description: "Bytes of the budget to leave free.",
          },
          depthPolicy: {
            type: "string",
            enum: ["fast", "balanced", "thorough"],
            default: "balanced",
            description: "fast: words alone, no model. thorough: twice the candidates.",
          },
          projectHints: {
            type: "array",
            items: { type: "string" },
            maxItems: 16,
            description: "Labels of the caller's project, at most 16. The capsule is the same with and without them.",
          },
          format: {
            type: "string",
            enum: ["json", "md"],
            default: "json",
            description: "Kept for older clients; the answer is the same.",
          },
          filter: {
            description: "Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not.",
            $ref: "#/$defs/gnoMetadataPredicateDepth1",
          },
        },
        required: ["goal", "budgetTokens"],
        additionalProperties: false,
        $defs: {
          gnoMetadataPredicateDepth1: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth2: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth3: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth4: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth5: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth6: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth7: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth8: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
    {
      name: "gno_context_verify",
      title: "Verify a Context Capsule",
      descriptions: {
        full: "Compares a stored Context Capsule with the index as it is: each passage unchanged, stale or missing, its rank unchanged or reranked, and whether configuration, models or index drifted. Nothing is compiled again and nothing changes.",
      },
      publishOutput: false,
      command: ["context", "verify"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: [
        "invalid_input",
        "identity_mismatch",
        "invalid_filter",
        "index_changed_during_verify",
        "context_changed_during_verify",
        "runtime_error",
      ],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          capsule: {
            type: "object",
            description: "The whole capsule as gno_context gave it in structuredContent.",
          },
          format: {
            type: "string",
            enum: ["json", "md"],
            default: "json",
            description: "md: the text is written for people; the data is the same.",
          },
        },
        required: ["capsule"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_ask",
      title: "Verified answer",
      descriptions: {
        full: "Answers a question from the indexed documents, or abstains. A model drafts from one closed Context Capsule; each claim of the draft is judged against the passages it cites, and the draft is withheld unless every claim is supported. verify must be true. Without a model that writes, the answer abstains, says how to get one, and still carries the evidence.",
      },
      publishOutput: false,
      command: ["ask"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION", "NOT_FOUND", "RUNTIME"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            description: "The question, in plain words; lines that start with term:, intent: or hyde: make a structured query.",
          },
          verify: {
            type: "boolean",
            const: true,
            description: "Always true: an answer is given verified or not at all.",
          },
          collection: { type: "string", description: "Ask one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 5,
            description: "Most passages to answer from.",
          },
          minScore: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Leave out passages below this score; the best one has 1.",
          },
          lang: { type: "string", description: "Language of the passages (BCP-47)." },
          intent: {
            type: "string",
            description: "What the answer is for: steers passages and wording, and is never searched itself.",
          },
          candidateLimit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            description: "Most candidates of the search behind the passages.",
          },
          exclude: {
            type: "array",
            items: { type: "string" },
            description: "Leave out documents that contain one of these texts in title, path or body, in any case.",
          },
          queryModes: {
            type: "array",
            items: {
              type: "object",
              properties: {
                mode: { type: "string", enum: ["term", "intent", "hyde"] },
                text: { type: "string", minLength: 1 },
              },
              required: ["mode", "text"],
              additionalProperties: false,
            },
            description: "Your own query variants: term for keywords, intent and hyde (one at most) for vectors. They take the place of generated ones.",
          },
          tagsAll: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry all these tags.",
          },
          tagsAny: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry one of these tags.",
          },
          since: {
            type: "string",
            description: "Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent.",
          },
          until: { type: "string", description: "Latest modification, in the same forms as since." },
          categories: {
            type: "array",
            items: { type: "string" },
            description: "Only documents with one of these categories or content types.",
          },
          author: {
            type: "string",
            description: "Only documents whose author contains this text, in any case.",
          },
          filter: {
            description: "Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not.",
            $ref: "#/$defs/gnoMetadataPredicateDepth1",
          },
          graph: {
            type: "boolean",
            default: true,
            description: "Take linked neighbours of the best passages into account, one hop.",
          },
          noGraph: { type: "boolean", default: false, description: "Same as graph: false." },
          noRerank: { type: "boolean", default: false, description: "Do not rerank candidates with a model." },
          explain: {
            type: "boolean",
            default: false,
            description: "Add to meta.explain what each stage did and why each claim got its verdict.",
          },
          maxAnswerTokens: {
            type: "integer",
            minimum: 1,
            default: 512,
            description: "Most tokens of the draft.",
            maximum: 9007199254740991,
          },
          contextBudgetTokens: {
            type: "integer",
            minimum: 1,
            default: 12000,
            description: "Most tokens of the whole capsule.",
            maximum: 9007199254740991,
          },
          contextBudgetBytes: {
            type: "integer",
            minimum: 1,
            description: "Most bytes of the whole capsule; four a token when left out.",
            maximum: 9007199254740991,
          },
          projectHints: {
            type: "array",
            items: { type: "string" },
            maxItems: 16,
            description: "Labels of the caller's project, at most 16. Ranking is the same with and without them.",
          },
        },
        required: ["query", "verify"],
        additionalProperties: false,
        $defs: {
          gnoMetadataPredicateDepth1: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth2: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth3: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth4: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth5: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth6: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth7: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth8: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
    {
      name: "gno_recall",
      title: "Recall facts",
      descriptions: {
        full: "Recalls current facts from a memory-managed collection: those whose scopes meet the given ones, best match first, within a budget of facts and tokens. Replaced facts are left out; each fact comes with its cite, hash, scopes and origin.",
        core: "Call this before answering on preferences, decisions or settings, and before gno_remember. Matches words inside one memory-managed collection, among current facts that share a scope with yours (superseded facts are left out), and fills a budget of 8 facts and 512 tokens unless you set maxFacts or maxTokens. Returns text, scopes, provenance, uri to cite, contentHash and a content-free receipt; an empty result names the gno remember command that stores a fact.",
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      publishOutput: false,
      command: ["recall"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: [
        "MEMORY_QUERY_REQUIRED",
        "MEMORY_BUDGET_INVALID",
        "MEMORY_COLLECTION_REQUIRED",
        "MEMORY_COLLECTION_NOT_FOUND",
        "MEMORY_COLLECTION_UNMANAGED",
        "MEMORY_SCOPES_REQUIRED",
        "MEMORY_SCOPES_INVALID",
        "MEMORY_QUERY_FAILED",
      ],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          query: {
            type: "string",
            description: "What you need to know, in the words in which the fact would be stated.",
          },
          collection: { type: "string", description: "Memory-managed collection to recall from." },
          scopes: {
            type: "array",
            items: { type: "string" },
            minItems: 1,
            maxItems: 8,
            description: "Scopes to look in, such as project/atlas: a fact is visible when it has one of them. Every scope counts only when it is named.",
          },
          maxFacts: {
            type: "integer",
            minimum: 1,
            maximum: 64,
            default: 8,
            description: "Most facts to return.",
          },
          maxTokens: {
            type: "integer",
            minimum: 1,
            maximum: 8192,
            default: 512,
            description: "Most tokens of their texts together, at four bytes each.",
          },
        },
        required: ["query", "collection", "scopes"],
      },
    },
    {
      name: "gno_search",
      title: "Keyword search",
      descriptions: {
        full: "Searches documents by their words with BM25: terms, identifiers, quoted phrases and -exclusions, filtered by collection, time, author, category and tag. Returns one hit per document with a snippet and the line to read from.",
        core: "Call this when you know the exact words, names or error text that a document contains. BM25 ranks path, title, headings and body on this machine, model-free. Returns uri, docid, score, snippet and line, which gno_get takes as fromLine, for at most limit hits (default 5, up to 100); move on to gno_query when the wording may differ.",
      },
      publishOutput: false,
      command: ["search"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: ["VALIDATION", "INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            description: "Words, identifiers, file names, error text or a \"quoted phrase\" to match; -word leaves documents out, word* matches beginnings.",
          },
          projectHints: {
            type: "array",
            items: { type: "string" },
            maxItems: 16,
            description: "Labels of the caller's project, at most 16. Ranking is the same with and without them.",
          },
          collection: { type: "string", description: "Search one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 5,
            description: "Most hits to return.",
          },
          minScore: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Leave out hits below this score; the best hit of an answer has 1.",
          },
          lang: {
            type: "string",
            description: "Language of the query (BCP-47), a hint: documents in every language stay in.",
          },
          intent: {
            type: "string",
            description: "What the words are meant for: steers the choice of passages and is never searched itself.",
          },
          exclude: {
            type: "array",
            items: { type: "string" },
            description: "Leave out documents that contain one of these texts in title, path or body, in any case.",
          },
          since: {
            type: "string",
            description: "Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent.",
          },
          until: { type: "string", description: "Latest modification, in the same forms as since." },
          categories: {
            type: "array",
            items: { type: "string" },
            description: "Only documents with one of these categories or content types.",
          },
          author: {
            type: "string",
            description: "Only documents whose author contains this text, in any case.",
          },
          tagsAll: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry all these tags.",
          },
          tagsAny: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry one of these tags.",
          },
          filter: {
            description: "Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not.",
            $ref: "#/$defs/gnoMetadataPredicateDepth1",
          },
        },
        required: ["query"],
        $defs: {
          gnoMetadataPredicateDepth1: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth2: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth3: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth4: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth5: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth6: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth7: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth8: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
    {
      name: "gno_vsearch",
      title: "Vector search",
      descriptions: {
        full: "Finds passages by meaning alone, nearest first, also where they share no word with the query. Hits are passages, so a document can come more than once. Needs stored vectors; gno_query uses them beside the words and works without.",
      },
      publishOutput: false,
      command: ["vsearch"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION", "INVALID_INPUT", "NOT_FOUND", "MODEL_NOT_FOUND", "RUNTIME"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            description: "What to find, in a sentence or a few words; the whole text is compared by meaning, without operators.",
          },
          projectHints: {
            type: "array",
            items: { type: "string" },
            maxItems: 16,
            description: "Labels of the caller's project, at most 16. Ranking is the same with and without them.",
          },
          collection: { type: "string", description: "Search one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 5,
            description: "Most hits to return.",
          },
          minScore: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Leave out passages below this score; 1 is the same direction as the query, 0.5 unrelated.",
          },
          lang: { type: "string", description: "Only passages stored with exactly this language (BCP-47)." },
          intent: {
            type: "string",
            description: "What the words are meant for: steers which lines of a passage are shown and is never searched itself.",
          },
          exclude: {
            type: "array",
            items: { type: "string" },
            description: "Leave out documents that contain one of these texts in title, path or body, in any case.",
          },
          since: {
            type: "string",
            description: "Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent.",
          },
          until: { type: "string", description: "Latest modification, in the same forms as since." },
          categories: {
            type: "array",
            items: { type: "string" },
            description: "Only documents with one of these categories or content types.",
          },
          author: {
            type: "string",
            description: "Only documents whose author contains this text, in any case.",
          },
          tagsAll: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry all these tags.",
          },
          tagsAny: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry one of these tags.",
          },
          filter: {
            description: "Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not.",
            $ref: "#/$defs/gnoMetadataPredicateDepth1",
          },
        },
        required: ["query"],
        $defs: {
          gnoMetadataPredicateDepth1: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth2: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth3: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth4: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth5: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth6: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth7: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth8: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
    {
      name: "gno_query",
      title: "Hybrid search",
      descriptions: {
        full: "Finds documents by words and by meaning: BM25 and vector retrieval fused, with optional expansion, reranking and one-hop link expansion. A stage whose model or index is missing is left out and shown in meta (mode bm25_only, vectorsUsed false).",
        core: "Call this first for a question, when your wording may differ from the documents. BM25 and vector retrieval are fused, then widened by a bounded one-hop link graph and, on request, by expansion and reranking: fast keeps the two searches alone, thorough adds expansion, intent steers the passages. Returns uri, docid, score, snippet and usually line for at most limit hits (default 5, up to 100); meta.mode (bm25_only while vectors are absent) and its flags name what ran, and context is guidance beside the evidence.",
      },
      publishOutput: false,
      command: ["query"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: ["VALIDATION", "INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            description: "What to find, in plain words; lines that start with term:, intent: or hyde: make a structured query.",
          },
          projectHints: {
            type: "array",
            items: { type: "string" },
            maxItems: 16,
            description: "Labels of the caller's project, at most 16. Ranking is the same with and without them.",
          },
          collection: { type: "string", description: "Search one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 5,
            description: "Most hits to return.",
          },
          minScore: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Leave out hits below this score; the best hit of an answer has 1.",
          },
          lang: {
            type: "string",
            description: "Language of the query (BCP-47): selects chunks in vector retrieval, a hint in keyword retrieval; shown in meta.lang.",
          },
          intent: {
            type: "string",
            description: "What the words are meant for: steers the choice of passages and is never searched itself.",
          },
          exclude: {
            type: "array",
            items: { type: "string" },
            description: "Leave out documents that contain one of these texts in title, path or body, in any case.",
          },
          since: {
            type: "string",
            description: "Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent.",
          },
          until: { type: "string", description: "Latest modification, in the same forms as since." },
          categories: {
            type: "array",
            items: { type: "string" },
            description: "Only documents with one of these categories or content types.",
          },
          author: {
            type: "string",
            description: "Only documents whose author contains this text, in any case.",
          },
          tagsAll: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry all these tags.",
          },
          tagsAny: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry one of these tags.",
          },
          filter: {
            description: "Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not.",
            $ref: "#/$defs/gnoMetadataPredicateDepth1",
          },
          candidateLimit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            description: "Most candidates that are reranked: 20 when left out, 40 with thorough.",
          },
          queryModes: {
            type: "array",
            items: {
              type: "object",
              properties: {
                mode: { type: "string", enum: ["term", "intent", "hyde"] },
                text: { type: "string", minLength: 1 },
              },
              required: ["mode", "text"],
            },
            description: "Your own query variants: term for keywords, intent and hyde (one at most) for vectors. They take the place of generated ones.",
          },
          fast: { type: "boolean", default: false, description: "Skip expansion, reranking and links." },
          thorough: {
            type: "boolean",
            default: false,
            description: "Turn expansion on and rerank 40 candidates.",
          },
          expand: { type: "boolean", default: false, description: "Widen the query with generated variants." },
          rerank: { type: "boolean", default: true, description: "Rerank the best candidates with a model." },
          graph: {
            type: "boolean",
            default: true,
            description: "Add linked neighbours of the best hits, one hop.",
          },
          noGraph: { type: "boolean", default: false, description: "Same as graph: false." },
          explain: {
            type: "boolean",
            default: false,
            description: "Add the stages and the scores of each hit to meta.explain; the order stays the same.",
          },
        },
        required: ["query"],
        $defs: {
          gnoMetadataPredicateDepth1: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth2: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth3: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth4: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth5: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth6: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth7: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth8: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
    {
      name: "gno_query_diagnose",
      title: "Diagnose a query",
      descriptions: {
        full: "Tells why one document is or is not in the answer of gno_query: its rank and score after each stage, or the filters that keep it out. Takes the arguments of gno_query and a target. A target that is not indexed is a normal answer with status not_found.",
      },
      publishOutput: false,
      command: ["query", "diagnose"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION", "INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            description: "What to find, in plain words; lines that start with term:, intent: or hyde: make a structured query.",
          },
          projectHints: {
            type: "array",
            items: { type: "string" },
            maxItems: 16,
            description: "Labels of the caller's project, at most 16. Ranking is the same with and without them.",
          },
          collection: { type: "string", description: "Search one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 5,
            description: "Most hits that the search would return: what lies beyond is below the cutoff.",
          },
          minScore: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Leave out hits below this score; the best hit of an answer has 1.",
          },
          lang: {
            type: "string",
            description: "Language of the query (BCP-47): selects chunks in vector retrieval, a hint in keyword retrieval; shown in meta.lang.",
          },
          intent: {
            type: "string",
            description: "What the words are meant for: steers the choice of passages and is never searched itself.",
          },
          exclude: {
            type: "array",
            items: { type: "string" },
            description: "Leave out documents that contain one of these texts in title, path or body, in any case.",
          },
          since: {
            type: "string",
            description: "Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent.",
          },
          until: { type: "string", description: "Latest modification, in the same forms as since." },
          categories: {
            type: "array",
            items: { type: "string" },
            description: "Only documents with one of these categories or content types.",
          },
          author: {
            type: "string",
            description: "Only documents whose author contains this text, in any case.",
          },
          tagsAll: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry all these tags.",
          },
          tagsAny: {
            type: "array",
            items: { type: "string" },
            description: "Only documents that carry one of these tags.",
          },
          filter: {
            description: "Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not.",
            $ref: "#/$defs/gnoMetadataPredicateDepth1",
          },
          candidateLimit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            description: "Most candidates that are reranked: 20 when left out, 40 with thorough.",
          },
          queryModes: {
            type: "array",
            items: {
              type: "object",
              properties: {
                mode: { type: "string", enum: ["term", "intent", "hyde"] },
                text: { type: "string", minLength: 1 },
              },
              required: ["mode", "text"],
            },
            description: "Your own query variants: term for keywords, intent and hyde (one at most) for vectors. They take the place of generated ones.",
          },
          fast: { type: "boolean", default: false, description: "Skip expansion, reranking and links." },
          thorough: {
            type: "boolean",
            default: false,
            description: "Turn expansion on and rerank 40 candidates.",
          },
          expand: { type: "boolean", default: false, description: "Widen the query with generated variants." },
          rerank: { type: "boolean", default: true, description: "Rerank the best candidates with a model." },
          graph: {
            type: "boolean",
            default: true,
            description: "Add linked neighbours of the best hits, one hop.",
          },
          noGraph: { type: "boolean", default: false, description: "Same as graph: false." },
          explain: {
            type: "boolean",
            default: false,
            description: "Taken for the sake of gno_query's arguments; a diagnosis explains anyway.",
          },
          target: {
            type: "string",
            minLength: 1,
            description: "The document in question: gno:// URI, #docid or collection/path.",
          },
        },
        required: ["query", "target"],
        $defs: {
          gnoMetadataPredicateDepth1: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth2" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth2: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth3" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth3: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth4" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth4: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth5" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth5: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth6" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth6: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth7" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth7: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["and", "or"] },
                  predicates: {
                    type: "array",
                    items: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                    minItems: 1,
                    maxItems: 128,
                  },
                },
                required: ["op", "predicates"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "not" },
                  predicate: { $ref: "#/$defs/gnoMetadataPredicateDepth8" },
                },
                required: ["op", "predicate"],
                additionalProperties: false,
              },
            ],
          },
          gnoMetadataPredicateDepth8: {
            oneOf: [
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["eq", "ne"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: {
                    anyOf: [{ type: "string", maxLength: 4096 }, { type: "number" }, { type: "boolean" }],
                  },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["gt", "gte", "lt", "lte"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "number" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", enum: ["in", "nin", "all"] },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  values: {
                    anyOf: [
                      {
                        type: "array",
                        items: { type: "string", maxLength: 4096 },
                        minItems: 1,
                        maxItems: 128,
                      },
                      { type: "array", items: { type: "number" }, minItems: 1, maxItems: 128 },
                      { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 128 },
                    ],
                  },
                },
                required: ["op", "key", "values"],
                additionalProperties: false,
              },
              {
                type: "object",
                properties: {
                  op: { type: "string", const: "exists" },
                  key: { type: "string", minLength: 1, maxLength: 128 },
                  value: { type: "boolean" },
                },
                required: ["op", "key", "value"],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    },
    {
      name: "gno_get",
      title: "Read a document",
      descriptions: {
        full: "Reads one document, or a range of its lines, by gno:// URI, #docid or collection/path. Returns the text as stored with its title, line counts, source file and what can be done with it.",
        core: "Call this to read one document that a search hit or a link names. Takes a gno:// URI, #docid or collection/path; start small at the hit's anchor with fromLine (its line) and lineCount, then read on. Returns numbered content with uri, docid, title, totalLines, returnedLines, source path and modifiedAt, bounded to 1 MiB of text an answer.",
      },
      publishOutput: false,
      command: ["get"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: ["INVALID_INPUT", "NOT_FOUND", "CONSTRAINT_VIOLATION"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: { type: "string", minLength: 1, description: "gno:// URI, #docid or collection/path." },
          fromLine: {
            type: "integer",
            exclusiveMinimum: 0,
            default: 1,
            description: "First line to return, from 1; take it from the line of a search hit.",
            maximum: 9007199254740991,
          },
          lineCount: {
            type: "integer",
            exclusiveMinimum: 0,
            description: "How many lines; to the end when left out.",
            maximum: 9007199254740991,
          },
          lineNumbers: {
            type: "boolean",
            default: true,
            description: "Number the lines in the text; structured content stays raw.",
          },
          traceId: {
            type: "string",
            minLength: 1,
            maxLength: 128,
            description: "Open retrieval trace that this read continues; _meta of the search names it.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_section",
      title: "Section locators",
      descriptions: {
        full: "Makes a durable locator of one section of a Markdown document (action create), or finds the section that a locator means now (action resolve). Resolving answers exact, recovered, ambiguous, stale or missing; only the first two carry a citation.",
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      publishOutput: true,
      command: ["section"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION", "INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          action: { type: "string", enum: ["create", "resolve"] },
          ref: {
            type: "string",
            minLength: 1,
            maxLength: 2048,
            description: "gno:// URI, #docid or collection/path.",
          },
          anchor: {
            type: "string",
            minLength: 1,
            maxLength: 512,
            description: "create: anchor of the section; either this or line.",
          },
          line: {
            type: "integer",
            minimum: 1,
            maximum: 9007199254740991,
            description: "create: line of its heading; either this or anchor.",
          },
          target: {
            description: "Durable locator of a section; at most 2048 bytes as JSON.",
            type: "object",
            properties: {
              schemaVersion: { const: "1" },
              document: {
                type: "object",
                properties: { uri: { type: "string", minLength: 1, maxLength: 1024 } },
                required: ["uri"],
                additionalProperties: false,
              },
              anchor: { type: "string", minLength: 1, maxLength: 512 },
              headingPath: {
                type: "array",
                items: { type: "string", minLength: 1, maxLength: 512 },
                minItems: 1,
                maxItems: 6,
                description: "Titles from the outermost heading to the section.",
              },
              occurrence: {
                type: "integer",
                minimum: 1,
                maximum: 9007199254740991,
                description: "From 1, among sections of the same path.",
              },
              quote: {
                type: "object",
                properties: {
                  exact: { type: "string", maxLength: 96 },
                  prefix: { type: "string", maxLength: 32 },
                  suffix: { type: "string", maxLength: 32 },
                },
                required: ["exact", "prefix", "suffix"],
                additionalProperties: false,
              },
              sourceFingerprint: {
                type: "string",
                pattern: "^[a-f0-9]{64}$",
                description: "SHA-256 of the text that the locator was made from.",
              },
              hints: {
                type: "object",
                properties: {
                  line: { type: "integer", minimum: 1, maximum: 9007199254740991 },
                  startOffset: { type: "integer", minimum: 0, maximum: 9007199254740991 },
                  endOffset: { type: "integer", minimum: 0, maximum: 9007199254740991 },
                },
                required: ["line", "startOffset", "endOffset"],
                additionalProperties: false,
                description: "Where the section stood; never what it is known by.",
              },
            },
            required: [
              "schemaVersion",
              "document",
              "anchor",
              "headingPath",
              "occurrence",
              "quote",
              "sourceFingerprint",
              "hints",
            ],
            additionalProperties: false,
          },
        },
        required: ["action", "ref"],
        additionalProperties: false,
      },
      output: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: "gno://schemas/section@1.0",
        type: "object",
        description: "A locator of a section, and for resolve what became of it.",
        dependentRequired: { status: ["currentFingerprint", "diagnostics"], citation: ["status"] },
        properties: {
          schemaVersion: { const: "1.0" },
          action: { enum: ["create", "resolve"] },
          uri: { type: "string", minLength: 1, maxLength: 1024 },
          target: {
            description: "Durable locator of a section; at most 2048 bytes as JSON.",
            type: "object",
            properties: {
              schemaVersion: { const: "1" },
              document: {
                type: "object",
                properties: { uri: { type: "string", minLength: 1, maxLength: 1024 } },
                required: ["uri"],
                additionalProperties: false,
              },
              anchor: { type: "string", minLength: 1, maxLength: 512 },
              headingPath: {
                type: "array",
                items: { type: "string", minLength: 1, maxLength: 512 },
                minItems: 1,
                maxItems: 6,
                description: "Titles from the outermost heading to the section.",
              },
              occurrence: {
                type: "integer",
                minimum: 1,
                maximum: 9007199254740991,
                description: "From 1, among sections of the same path.",
              },
              quote: {
                type: "object",
                properties: {
                  exact: { type: "string", maxLength: 96 },
                  prefix: { type: "string", maxLength: 32 },
                  suffix: { type: "string", maxLength: 32 },
                },
                required: ["exact", "prefix", "suffix"],
                additionalProperties: false,
              },
              sourceFingerprint: {
                type: "string",
                pattern: "^[a-f0-9]{64}$",
                description: "SHA-256 of the text that the locator was made from.",
              },
              hints: {
                type: "object",
                properties: {
                  line: { type: "integer", minimum: 1, maximum: 9007199254740991 },
                  startOffset: { type: "integer", minimum: 0, maximum: 9007199254740991 },
                  endOffset: { type: "integer", minimum: 0, maximum: 9007199254740991 },
                },
                required: ["line", "startOffset", "endOffset"],
                additionalProperties: false,
                description: "Where the section stood; never what it is known by.",
              },
            },
            required: [
              "schemaVersion",
              "document",
              "anchor",
              "headingPath",
              "occurrence",
              "quote",
              "sourceFingerprint",
              "hints",
            ],
            additionalProperties: false,
          },
          status: {
            enum: ["exact", "recovered", "ambiguous", "stale", "missing"],
            description: "Only exact and recovered are safe to cite.",
          },
          currentFingerprint: { type: "string", pattern: "^[a-f0-9]{64}$" },
          citation: {
            type: "object",
            properties: {
              uri: { type: "string", minLength: 1, maxLength: 1024 },
              anchor: { type: "string", minLength: 1, maxLength: 512 },
              title: { type: "string", minLength: 1, maxLength: 512 },
              lineStart: { type: "integer", minimum: 1 },
              lineEnd: { type: "integer", minimum: 1 },
              sourceFingerprint: { type: "string", pattern: "^[a-f0-9]{64}$" },
            },
            required: ["uri", "anchor", "title", "lineStart", "lineEnd", "sourceFingerprint"],
            additionalProperties: false,
          },
          diagnostics: {
            type: "object",
            properties: {
              reason: { type: "string", minLength: 1, maxLength: 256 },
              candidates: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    anchor: { type: "string", minLength: 1, maxLength: 512 },
                    line: { type: "integer", minimum: 1 },
                    title: { type: "string", minLength: 1, maxLength: 512 },
                    headingPath: {
                      type: "array",
                      items: { type: "string", minLength: 1, maxLength: 512 },
                      minItems: 1,
                      maxItems: 6,
                    },
                    occurrence: { type: "integer", minimum: 1 },
                  },
                  required: ["anchor", "line", "title", "headingPath", "occurrence"],
                  additionalProperties: false,
                },
                maxItems: 32,
              },
              candidateCount: { type: "integer", minimum: 0 },
              candidatesTruncated: { type: "boolean" },
            },
            dependentRequired: {
              candidates: ["candidateCount", "candidatesTruncated"],
              candidateCount: ["candidates", "candidatesTruncated"],
              candidatesTruncated: ["candidates", "candidateCount"],
            },
            additionalProperties: false,
          },
        },
        required: ["schemaVersion", "action", "uri", "target"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_multi_get",
      title: "Read several documents",
      descriptions: {
        full: "Reads several documents by a list of references or by a glob pattern, exactly one of the two, each cut at maxBytes. References that lead nowhere are listed with the reason, and the rest still comes back.",
        core: "Call this to read several documents in one trip. Takes refs or a glob pattern, exactly one of the two, numbers lines by default (lineNumbers) and cuts every document at maxBytes (default 10240 bytes). Returns documents[] with truncated marking the cut ones, skipped[] with a reason for each reference left out, and counts in meta, bounded to 100 documents and 1 MiB of text an answer.",
      },
      publishOutput: false,
      command: ["multi-get"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: ["INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          refs: {
            type: "array",
            items: { type: "string" },
            minItems: 1,
            description: "References in any form that gno_get takes, all of one index.",
          },
          pattern: {
            type: "string",
            description: "Glob over path, collection/path or URI: * is any run of characters, / included, ? is one character.",
          },
          maxBytes: {
            type: "integer",
            exclusiveMinimum: 0,
            default: 10240,
            description: "Most bytes of UTF-8 per document; longer ones are cut and marked truncated.",
            maximum: 9007199254740991,
          },
          lineNumbers: {
            type: "boolean",
            default: true,
            description: "Number the lines in the text; structured content stays raw.",
          },
        },
      },
    },
    {
      name: "gno_peek",
      title: "Peek",
      descriptions: {
        full: "Returns a small snapshot of the index: counts, backlog, newest documents and whether a resident server runs. Works before the first set-up and touches no model.",
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      publishOutput: false,
      command: ["peek"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: [],
      input: { type: "object", $schema: "https://json-schema.org/draft/2020-12/schema", properties: {} },
    },
    {
      name: "gno_status",
      title: "Index status",
      descriptions: {
        full: "Returns the health of the index: documents, chunks and vectors by collection, backlog, errors, the chunking policy and the state of the server process.",
      },
      publishOutput: false,
      command: ["status"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: [],
      input: { type: "object", $schema: "https://json-schema.org/draft/2020-12/schema", properties: {} },
    },
    {
      name: "gno_audit",
      title: "Audit",
      descriptions: {
        full: "Reports faults of the indexed knowledge without changing anything: links that lead nowhere or to several documents, documents nothing links to, incomplete provenance, files that are gone or differ from the index. Offline; findings keep their ids, totals are complete.",
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      publishOutput: false,
      command: ["audit"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION", "RUNTIME"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          category: {
            type: "string",
            enum: ["links", "provenance", "freshness", "all"],
            default: "all",
            description: "Rules to run.",
          },
          collections: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 256 },
            maxItems: 256,
            default: [],
            description: "Audit these collections; all when left out.",
          },
          paths: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 2048, pattern: "\\S" },
            maxItems: 256,
            default: [],
            description: "Audit documents below these paths of a collection; / is all of it.",
          },
          tags: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 256 },
            maxItems: 256,
            default: [],
            description: "Audit documents with any of these tags.",
          },
          maxFindings: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most findings to list.",
          },
          maxAgeDays: {
            type: "integer",
            minimum: 1,
            description: "Report files that were not modified for longer.",
            maximum: 9007199254740991,
          },
          orphanRoots: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 2048 },
            maxItems: 256,
            default: [],
            description: "gno:// URIs of documents that need no link.",
          },
          orphanIgnorePrefixes: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 2048, pattern: "\\S" },
            maxItems: 256,
            default: [],
            description: "Paths below which documents need no link.",
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_policy_get",
      title: "Egress policy of a collection",
      descriptions: {
        full: "Shows how far content of one collection may go (local_only, lan or remote), whether the configuration says so or the default does, and the revision that a change has to name.",
      },
      publishOutput: false,
      command: ["collection", "policy", "get"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", minLength: 1, maxLength: 64, description: "Name of the collection." },
        },
        required: ["collection"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_check",
      title: "Egress check",
      descriptions: {
        full: "Says whether content of these collections may go to a destination, and why, without sending anything and without keeping a receipt. A refusal is an answer, not an error. Default scope: all configured collections.",
      },
      publishOutput: false,
      command: ["collection", "policy", "check"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collections: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 64 },
            minItems: 1,
            maxItems: 64,
            uniqueItems: true,
            description: "Names of collections; default all that are configured.",
          },
          action: {
            description: "What would be done with the content.",
            type: "string",
            enum: ["retrieve", "serve", "publish", "remote_inference", "export", "clip_write"],
          },
          destinationZone: {
            description: "Where the content would go.",
            type: "string",
            enum: ["local_process", "loopback", "lan", "remote"],
          },
          caller: {
            type: "object",
            properties: {
              authenticated: { type: "boolean", description: "Whether it is known who asks." },
              operationAuthorized: { type: "boolean", description: "Whether he may do this at all." },
            },
            required: ["authenticated", "operationAuthorized"],
            additionalProperties: false,
            description: "Who would receive it.",
          },
          contentClass: {
            description: "What kind of content it is; no kind has a way out that another has not.",
            type: "string",
            enum: [
              "source",
              "snippet",
              "metadata",
              "attachment",
              "embedding",
              "capsule",
              "audit_log",
              "retrieval_trace",
            ],
          },
          partialResults: {
            type: "string",
            enum: ["deny", "explicit"],
            default: "deny",
            description: "With explicit, collections that may go alone are let through and the others are named.",
          },
        },
        required: ["action", "destinationZone", "caller", "contentClass"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_audit_list",
      title: "Egress receipts",
      descriptions: {
        full: "Lists receipts of decisions on content for other machines, newest first: what was decided and why, never the content, a name or an address. Kept for 30 days, at most 10000. Go on with nextCursor.",
      },
      publishOutput: false,
      command: ["egress-audit", "list"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["INVALID_INPUT"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most receipts on a page.",
          },
          cursor: {
            type: "string",
            minLength: 1,
            maxLength: 512,
            description: "nextCursor of the page before.",
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_audit_show",
      title: "One egress receipt",
      descriptions: { full: "Shows one receipt of a decision on content for another machine." },
      publishOutput: false,
      command: ["egress-audit", "show"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          auditId: {
            type: "string",
            minLength: 1,
            maxLength: 128,
            description: "Id of a receipt, from gno_egress_audit_list.",
          },
        },
        required: ["auditId"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_audit_status",
      title: "State of the egress receipts",
      descriptions: { full: "Counts the receipts that are kept and says for how long." },
      publishOutput: false,
      command: ["egress-audit", "status"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: [],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {},
        additionalProperties: false,
      },
    },
    {
      name: "gno_changes",
      title: "Changes",
      descriptions: {
        full: "Lists what syncs saw change, oldest first: creations, updates, renames and removals of documents, with what differs in headings, links, typed edges and dates. It holds no text. Go on with nextCursor.",
        core: "Call this to learn what changed since a moment or since your last look. since takes an ISO time or a cursor; limit is 100 by default and 1000 at most, over a journal of 30 days. Returns metadata-only records in order, with nextCursor and latestCursor to go on from, and cursorExpired or retentionTruncated where older changes are gone.",
      },
      publishOutput: false,
      command: ["changes"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full", "core"],
      errors: ["VALIDATION"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          since: {
            type: "string",
            minLength: 1,
            maxLength: 512,
            pattern: "\\S",
            description: "ISO time, or a cursor of an earlier answer; what follows it is listed.",
          },
          collection: {
            type: "string",
            minLength: 1,
            maxLength: 256,
            pattern: "\\S",
            description: "Changes of one collection.",
          },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most changes on a page.",
          },
        },
      },
    },
    {
      name: "gno_diff",
      title: "Structural diff",
      descriptions: {
        full: "Shows one kept change of a document, by default the latest: what differs in its headings, links, typed edges and dates. Texts of earlier versions are not kept.",
      },
      publishOutput: false,
      command: ["diff"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: {
            type: "string",
            minLength: 1,
            maxLength: 4096,
            pattern: "\\S",
            description: "gno:// URI, #docid or collection/path; a document that is gone is found by its last one.",
          },
          change: {
            type: "string",
            minLength: 1,
            maxLength: 512,
            pattern: "\\S",
            description: "id of a change of gno_changes; the latest when left out.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_impact",
      title: "Impact",
      descriptions: {
        full: "Lists the documents that depend on one, each with the path of relations and links that leads to it. Use it before changing or moving a note; meta says when a cap cut the walk.",
      },
      publishOutput: false,
      command: ["impact"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: {
            type: "string",
            minLength: 1,
            pattern: "\\S",
            description: "gno:// URI, #docid or collection/path.",
            maxLength: 4096,
          },
          maxDepth: {
            type: "integer",
            minimum: 1,
            maximum: 6,
            default: 3,
            description: "Most steps between a document and the root.",
          },
          maxNodes: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most documents to return, the root included.",
          },
          maxEdges: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 250,
            description: "Most edges to follow.",
          },
          frontierLimit: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most documents of one depth, and new ones from one document.",
          },
          visitedLimit: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 500,
            description: "Most documents to visit.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_trace_list",
      title: "Retrieval traces",
      descriptions: {
        full: "Lists private retrieval traces, newest first, without a word of their questions. There are none unless the configuration turns tracing on.",
      },
      publishOutput: false,
      command: ["trace", "list"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["INVALID_INPUT"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 50,
            description: "Most traces on a page.",
          },
          cursor: {
            type: "string",
            minLength: 1,
            maxLength: 512,
            description: "nextCursor of the page before.",
          },
        },
      },
    },
    {
      name: "gno_trace_show",
      title: "One retrieval trace",
      descriptions: {
        full: "Shows one private retrieval trace: runs with the evidence they ranked, events, judgments and exports, each list up to detailLimit with its exact total. The question itself is there in replay mode only.",
      },
      publishOutput: false,
      command: ["trace", "show"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          traceId: { type: "string", minLength: 1, maxLength: 128, description: "Id of the trace." },
          detailLimit: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 500,
            description: "Most entries of each list.",
          },
        },
        required: ["traceId"],
      },
    },
    {
      name: "gno_list_tags",
      title: "List tags",
      descriptions: {
        full: "Lists the tags in use with the number of documents that carry each, most used first. A prefix keeps one branch of the tag tree.",
      },
      publishOutput: false,
      command: ["tags", "list"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", description: "Count documents of one collection; all when left out." },
          prefix: {
            type: "string",
            description: "Keep this tag and the tags below it: project matches project and project/atlas.",
          },
        },
      },
    },
    {
      name: "gno_links",
      title: "Outgoing links",
      descriptions: {
        full: "Lists the links that one document contains, wiki and Markdown, in the order of the text. Each entry has the target as written and its line and column.",
      },
      publishOutput: false,
      command: ["links"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: { type: "string", minLength: 1, description: "gno:// URI, #docid or collection/path." },
          type: { type: "string", enum: ["wiki", "markdown"], description: "Keep one kind of link." },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_backlinks",
      title: "Backlinks",
      descriptions: {
        full: "Lists the links in other documents that lead to one document, by source. Resolution is the same as for reading: by title, path or alias.",
      },
      publishOutput: false,
      command: ["backlinks"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["INVALID_INPUT", "NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: { type: "string", minLength: 1, description: "gno:// URI, #docid or collection/path." },
          collection: { type: "string", description: "Keep sources of one collection." },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_similar",
      title: "Similar documents",
      descriptions: {
        full: "Lists the documents whose stored vectors are nearest to those of one document. Reads vectors only, no model is loaded. Without threshold the nearest are listed however far they are.",
      },
      publishOutput: false,
      command: ["similar"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["INVALID_INPUT", "NOT_FOUND", "MODEL_NOT_FOUND", "RUNTIME"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: { type: "string", minLength: 1, description: "gno:// URI, #docid or collection/path." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 50,
            default: 5,
            description: "Most documents to list.",
          },
          threshold: {
            type: "number",
            minimum: 0,
            maximum: 1,
            description: "Least similarity; none when left out.",
          },
          crossCollection: {
            type: "boolean",
            default: false,
            description: "Look in all collections, not only in that of the document.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_graph",
      title: "Graph",
      descriptions: {
        full: "Shows how documents are linked: nodes by degree, edges with their certainty, and a report with hubs, bridges, isolated documents, links that lead nowhere and communities. Totals in meta are complete, lists are bounded.",
      },
      publishOutput: false,
      command: ["graph"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", description: "Links inside one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 2000,
            description: "Most nodes to return.",
          },
          edgeLimit: {
            type: "integer",
            minimum: 1,
            maximum: 50000,
            default: 10000,
            description: "Most edges to return.",
          },
          includeSimilar: {
            type: "boolean",
            default: false,
            description: "Add edges between similar documents, from stored vectors.",
          },
          threshold: {
            type: "number",
            minimum: 0,
            maximum: 1,
            default: 0.7,
            description: "Least similarity of such an edge.",
          },
          linkedOnly: { type: "boolean", default: true, description: "Leave out documents without a link." },
          similarTopK: {
            type: "integer",
            minimum: 1,
            maximum: 20,
            default: 5,
            description: "Similar documents looked at for each.",
          },
        },
      },
    },
    {
      name: "gno_graph_query",
      title: "Graph query",
      descriptions: {
        full: "Follows typed edges from one document: relations of the front matter (works_at, decided …), hints of content types, and plain links as mentions and related_to. Use it for a question about one kind of relation; gno_query finds the start.",
      },
      publishOutput: false,
      command: ["graph", "query"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["VALIDATION"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: {
            type: "string",
            minLength: 1,
            pattern: "\\S",
            description: "gno:// URI, #docid or collection/path.",
          },
          direction: {
            type: "string",
            enum: ["both", "out", "in"],
            default: "both",
            description: "Follow edges from a document, to it, or both.",
          },
          edgeType: {
            type: "string",
            minLength: 1,
            pattern: "\\S",
            description: "Only edges of this type; case, - and _ make no difference.",
          },
          relation: { type: "string", minLength: 1, pattern: "\\S", description: "The same as edgeType." },
          maxDepth: {
            type: "integer",
            minimum: 1,
            maximum: 6,
            description: "Most steps from the root; default 2.",
          },
          depth: { type: "integer", minimum: 1, maximum: 6, description: "The same as maxDepth." },
          maxNodes: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most documents to return, the root included.",
          },
          frontierLimit: {
            type: "integer",
            minimum: 1,
            maximum: 1000,
            default: 100,
            description: "Most documents of one depth, and new ones from one document.",
          },
          visitedLimit: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 500,
            description: "Most documents to visit.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_graph_neighbors",
      title: "Graph neighbours",
      descriptions: {
        full: "Lists the documents that one links to and that link to it, with the certainty of each edge. Use it after a search to see what belongs to a hit; gno_get reads them.",
      },
      publishOutput: false,
      command: ["graph", "neighbors"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: {
            type: "string",
            minLength: 1,
            pattern: "\\S",
            description: "The document: gno:// URI, #docid, collection/path, path or exact title.",
          },
          direction: {
            type: "string",
            enum: ["both", "out", "in"],
            default: "both",
            description: "Links to it, from it, or both.",
          },
          collection: { type: "string", description: "Links inside one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 2000,
            description: "Most nodes to return.",
          },
          edgeLimit: {
            type: "integer",
            minimum: 1,
            maximum: 50000,
            default: 10000,
            description: "Most edges to return.",
          },
          includeSimilar: {
            type: "boolean",
            default: false,
            description: "Add edges between similar documents, from stored vectors.",
          },
          threshold: {
            type: "number",
            minimum: 0,
            maximum: 1,
            default: 0.7,
            description: "Least similarity of such an edge.",
          },
          linkedOnly: { type: "boolean", default: true, description: "Leave out documents without a link." },
          similarTopK: {
            type: "integer",
            minimum: 1,
            maximum: 20,
            default: 5,
            description: "Similar documents looked at for each.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_graph_path",
      title: "Graph path",
      descriptions: {
        full: "Finds the shortest way between two documents along links in either direction. Use it to ask how two notes are connected; no way is an answer too, with path null.",
      },
      publishOutput: false,
      command: ["graph", "path"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          from: {
            type: "string",
            minLength: 1,
            pattern: "\\S",
            description: "One end: gno:// URI, #docid, collection/path, path or exact title.",
          },
          to: {
            type: "string",
            minLength: 1,
            pattern: "\\S",
            description: "The other end: gno:// URI, #docid, collection/path, path or exact title.",
          },
          maxDepth: { type: "integer", minimum: 1, maximum: 12, default: 6, description: "Most steps." },
          collection: { type: "string", description: "Links inside one collection; all when left out." },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 5000,
            default: 2000,
            description: "Most nodes to return.",
          },
          edgeLimit: {
            type: "integer",
            minimum: 1,
            maximum: 50000,
            default: 10000,
            description: "Most edges to return.",
          },
          includeSimilar: {
            type: "boolean",
            default: false,
            description: "Add edges between similar documents, from stored vectors.",
          },
          threshold: {
            type: "number",
            minimum: 0,
            maximum: 1,
            default: 0.7,
            description: "Least similarity of such an edge.",
          },
          linkedOnly: { type: "boolean", default: true, description: "Leave out documents without a link." },
          similarTopK: {
            type: "integer",
            minimum: 1,
            maximum: 20,
            default: 5,
            description: "Similar documents looked at for each.",
          },
        },
        required: ["from", "to"],
      },
    },
    {
      name: "gno_egress_policy_set",
      title: "Set the egress policy of a collection",
      descriptions: {
        full: "Sets how far content of one collection may go. Going further than now (local_only, lan, remote) needs a confirmation with the policy and revision that gno_egress_policy_get shows; each revision is good for one change. Work that began under the former policy has to be asked for again.",
      },
      publishOutput: false,
      command: ["collection", "policy", "set"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: [
        "VALIDATION",
        "NOT_FOUND",
        "EGRESS_RELAXATION_CONFIRMATION_REQUIRED",
        "CONSTRAINT_VIOLATION",
        "LOCKED",
        "WRITE_DISABLED",
      ],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", minLength: 1, maxLength: 64, description: "Name of the collection." },
          policy: {
            description: "How far content of a collection may go: this machine, private addresses, anywhere.",
            type: "string",
            enum: ["local_only", "lan", "remote"],
          },
          confirmation: {
            type: "object",
            properties: {
              collection: {
                type: "string",
                minLength: 1,
                maxLength: 64,
                description: "The collection again.",
              },
              currentPolicy: {
                description: "effectivePolicy of gno_egress_policy_get.",
                type: "string",
                enum: ["local_only", "lan", "remote"],
              },
              currentRevision: {
                type: "integer",
                minimum: 0,
                description: "revision of gno_egress_policy_get; good for one change.",
                maximum: 9007199254740991,
              },
              targetPolicy: {
                description: "The policy again.",
                type: "string",
                enum: ["local_only", "lan", "remote"],
              },
              acknowledged: { const: true, description: "That content may leave from now on." },
            },
            required: ["collection", "currentPolicy", "currentRevision", "targetPolicy", "acknowledged"],
            additionalProperties: false,
            description: "Needed to let content go further than before. All five values have to be what is.",
          },
        },
        required: ["collection", "policy"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_audit_delete",
      title: "Delete an egress receipt",
      descriptions: { full: "Deletes one receipt for good." },
      publishOutput: false,
      command: ["egress-audit", "delete"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          auditId: {
            type: "string",
            minLength: 1,
            maxLength: 128,
            description: "Id of a receipt, from gno_egress_audit_list.",
          },
        },
        required: ["auditId"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_egress_audit_purge",
      title: "Delete all egress receipts",
      descriptions: { full: "Deletes every receipt for good, and nothing else." },
      publishOutput: false,
      command: ["egress-audit", "purge"],
      effect: "write",
      idempotent: true,
      lock: "write",
      profiles: ["full"],
      errors: ["LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { confirm: { const: true, description: "Says that it is meant." } },
        required: ["confirm"],
        additionalProperties: false,
      },
    },
    {
      name: "gno_trace_label",
      title: "Label a trace",
      descriptions: {
        full: "Adds a judgment to a retrieval trace: that a piece of its evidence is relevant or irrelevant, or that a document is missing which it should have found. The same judgment twice is one.",
      },
      publishOutput: false,
      command: ["trace", "label"],
      effect: "write",
      idempotent: true,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "INVALID_INPUT", "CONSTRAINT_VIOLATION", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          traceId: { type: "string", minLength: 1, maxLength: 128, description: "Id of the trace." },
          label: {
            type: "string",
            enum: ["relevant", "irrelevant", "missing_expected"],
            description: "missing_expected is about a document that the trace does not hold.",
          },
          targetRef: {
            type: "string",
            minLength: 1,
            maxLength: 4096,
            description: "gno:// URI, #docid or a hash, as the evidence shows it.",
          },
          targetKind: {
            type: "string",
            enum: ["document", "chunk", "span"],
            description: "span when lines are given, chunk when the evidence names one, else document.",
          },
          startLine: {
            type: "integer",
            minimum: 1,
            description: "First line of the span, as the evidence shows it.",
            maximum: 9007199254740991,
          },
          endLine: {
            type: "integer",
            minimum: 1,
            description: "Last line of the span.",
            maximum: 9007199254740991,
          },
          sourceHash: {
            description: "The evidence has to have it.",
            type: "string",
            pattern: "^[a-f0-9]{64}$",
          },
          docid: { type: "string", minLength: 1, maxLength: 256, description: "The evidence has to have it." },
          idempotencyKey: {
            type: "string",
            minLength: 1,
            maxLength: 256,
            description: "Makes a repeated call the same judgment.",
          },
        },
        required: ["traceId", "label", "targetRef"],
      },
    },
    {
      name: "gno_trace_export",
      title: "Export traces",
      descriptions: {
        full: "Makes one receipt of one or more closed retrieval traces with their runs, events and judgments: the same bytes for the same traces. Refused where a collection's egress policy forbids it.",
      },
      publishOutput: false,
      command: ["trace", "export"],
      effect: "write",
      idempotent: true,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "CONSTRAINT_VIOLATION", "EGRESS_DENIED", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          traceIds: {
            type: "array",
            items: { type: "string", minLength: 1, maxLength: 128 },
            minItems: 1,
            maxItems: 1000,
            description: "Ids of closed traces; order and repetitions do not matter.",
          },
          format: {
            type: "string",
            const: "agentic-receipt",
            default: "agentic-receipt",
            description: "The one format there is.",
          },
        },
        required: ["traceIds"],
      },
    },
    {
      name: "gno_trace_delete",
      title: "Delete a trace",
      descriptions: {
        full: "Deletes one retrieval trace with its runs, events, judgments and links to exports, for good.",
      },
      publishOutput: false,
      command: ["trace", "delete"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          traceId: { type: "string", minLength: 1, maxLength: 128, description: "Id of the trace." },
        },
        required: ["traceId"],
      },
    },
    {
      name: "gno_trace_purge",
      title: "Delete all traces",
      descriptions: {
        full: "Deletes every retrieval trace of this index for good, and clears the disk of them. Needs confirm: true.",
      },
      publishOutput: false,
      command: ["trace", "purge"],
      effect: "write",
      idempotent: true,
      lock: "write",
      profiles: ["full"],
      errors: ["LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { confirm: { type: "boolean", const: true, description: "Yes, all of them." } },
        required: ["confirm"],
      },
    },
    {
      name: "gno_remember",
      title: "Remember a fact",
      descriptions: {
        full: "Stores one fact in a memory-managed collection and makes it recallable before it returns. Without a decision it only shows what is stored already and comes near; add stores the fact beside those, supersede in place of one of them, whose uri and contentHash are checked.",
        core: "Call this when a durable fact, preference or decision was stated. Compares the text with current facts of the given scopes: leaving decision out writes nothing and lists candidates, add stores the fact, supersede replaces the one named by predecessorUri and predecessorHash (hash checked, one successor a fact); a replay of a recalled span and any gno:// origin are refused. Returns the outcome and the record, searchable on return, with a text of at most 4096 bytes.",
      },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      publishOutput: false,
      command: ["remember"],
      effect: "write",
      idempotent: false,
      lock: "own",
      profiles: ["full", "core"],
      errors: [
        "WRITE_DISABLED",
        "MEMORY_TEXT_REQUIRED",
        "MEMORY_TEXT_TOO_LARGE",
        "MEMORY_COLLECTION_REQUIRED",
        "MEMORY_COLLECTION_NOT_FOUND",
        "MEMORY_COLLECTION_UNMANAGED",
        "MEMORY_SCOPES_REQUIRED",
        "MEMORY_SCOPES_INVALID",
        "MEMORY_DECISION_INVALID",
        "MEMORY_PREDECESSOR_REQUIRED",
        "MEMORY_PREDECESSOR_NOT_FOUND",
        "MEMORY_PREDECESSOR_HASH_MISMATCH",
        "MEMORY_SUPERSEDE_CONFLICT",
        "MEMORY_FENCED_REPLAY",
        "MEMORY_FENCED_DERIVED",
        "MEMORY_WRITE_LEASE_BUSY",
        "MEMORY_SYNC_FAILED",
        "MEMORY_SUPERSEDE_PROJECTION_FAILED",
        "MEMORY_QUERY_FAILED",
      ],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          text: { type: "string", description: "One statement, stated in full, at most 4096 bytes." },
          collection: { type: "string", description: "Memory-managed collection to store it in." },
          scopes: {
            type: "array",
            items: { type: "string" },
            minItems: 1,
            maxItems: 8,
            description: "Scopes in which it holds, such as project/atlas. Every scope counts only when it is named.",
          },
          decision: {
            type: "string",
            enum: ["add", "supersede"],
            description: "add stores it, supersede replaces a fact. Leave it out to see candidates; nothing is written then.",
          },
          predecessorUri: { type: "string", description: "gno:// URI of the fact to replace; for supersede." },
          predecessorHash: {
            type: "string",
            description: "Its contentHash as gno_recall shows it; for supersede.",
          },
          receipt: {
            type: "object",
            description: "Receipt of the recall that the fact may derive from.",
            properties: {
              caller: { type: "string" },
              session: { type: "string" },
              issuedAt: { type: "string" },
              memoryIds: { type: "array", items: { type: "string" } },
              spanHashes: { type: "array", items: { type: "string" } },
              digest: { type: "string" },
            },
          },
          derivedFrom: {
            type: "array",
            items: { type: "string" },
            description: "Where the fact comes from; a gno:// origin is refused.",
          },
          source: { type: "string", description: "Evidence in free text, kept with the fact." },
        },
        required: ["text", "collection", "scopes"],
      },
    },
    {
      name: "gno_capture",
      title: "Capture a note",
      descriptions: {
        full: "Creates a note in a collection and makes it findable by keyword before it returns. The path is given, or made from folder and title, or a dated inbox path; collisionPolicy says what happens when a file is there already.",
        core: "Call this when the user wants a new note kept. Writes a Markdown file with source front matter into one collection and updates the keyword index at once; collisionPolicy (error, open_existing, create_with_suffix) decides at an occupied path. Returns a receipt with uri, docid, paths, content hash, collision result, sync and embed state; embedding is a separate later step (gno_index), and content is bounded to 1 MiB.",
      },
      publishOutput: false,
      command: ["capture"],
      effect: "write",
      idempotent: false,
      lock: "write-long",
      profiles: ["full", "core"],
      errors: [
        "INVALID_INPUT",
        "INVALID_PATH",
        "NOT_FOUND",
        "CAPTURE_SYNC_FAILED",
        "LOCKED",
        "WRITE_DISABLED",
      ],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", minLength: 1, description: "Collection to write into." },
          content: {
            type: "string",
            description: "Markdown text, at most 1048576 bytes; may be left out when presetId gives a scaffold.",
          },
          title: { type: "string", description: "Title; also names the file when path is left out." },
          path: {
            type: "string",
            description: "Path below the collection's root; .md is added when it has no extension.",
          },
          folderPath: {
            type: "string",
            description: "Folder below the collection's root for a file name made from the title.",
          },
          collisionPolicy: {
            type: "string",
            enum: ["error", "open_existing", "create_with_suffix"],
            description: "What to do when a file is there already: error when left out, open_existing for a generated inbox path.",
          },
          presetId: {
            type: "string",
            enum: [
              "blank",
              "project-note",
              "research-note",
              "decision-note",
              "prompt-pattern",
              "source-summary",
              "idea-original",
              "person",
              "company-project",
              "meeting",
            ],
            description: "Scaffold of front matter, tags and headings.",
          },
          overwrite: {
            type: "boolean",
            default: false,
            description: "Replace an existing file; wins over collisionPolicy.",
          },
          tags: { type: "array", items: { type: "string" }, description: "Tags to add, lowercased." },
          source: {
            type: "object",
            description: "Where the content comes from; kept in the note's front matter.",
            properties: {
              kind: {
                type: "string",
                enum: ["direct", "web", "email", "meeting", "chat", "file", "api", "unknown"],
                description: "direct when left out.",
              },
              title: { type: "string" },
              url: { type: "string", format: "uri" },
              uri: { type: "string" },
              docid: { type: "string" },
              mime: { type: "string" },
              ext: { type: "string" },
              author: { type: "string" },
              observedAt: { type: "string", format: "date-time" },
              capturedAt: { type: "string", format: "date-time", description: "Now when left out." },
              externalId: { type: "string" },
            },
          },
        },
        required: ["collection"],
      },
    },
    {
      name: "gno_add_collection",
      title: "Add a collection",
      descriptions: {
        full: "Adds a folder to the configuration as a collection and starts a job that indexes it. Poll the job with gno_job_status.",
      },
      publishOutput: false,
      command: ["collection", "add"],
      effect: "write",
      idempotent: false,
      lock: "job",
      profiles: ["full"],
      errors: ["INVALID_PATH", "PATH_NOT_FOUND", "DUPLICATE", "JOB_CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          path: { type: "string", description: "Folder: an absolute path, or one that starts with ~." },
          name: { type: "string", description: "Name of the collection; the folder's name when left out." },
          pattern: {
            type: "string",
            default: "**/*.md",
            description: "Glob of the files to index, seen from the folder.",
          },
          include: {
            type: "array",
            items: { type: "string" },
            default: [],
            description: "Extensions to index; empty means every kind that can be read.",
          },
          exclude: {
            type: "array",
            items: { type: "string" },
            description: "File and folder names or globs to leave out; .git, node_modules and the like when not given.",
          },
          gitPull: { type: "boolean", default: false, description: "Run git pull in the folder first." },
        },
        required: ["path"],
      },
    },
    {
      name: "gno_sync",
      title: "Sync files",
      descriptions: {
        full: "Starts a job that brings the keyword index of one or all collections to the state of their files. Poll it with gno_job_status.",
      },
      publishOutput: false,
      command: ["sync"],
      effect: "write",
      idempotent: true,
      lock: "job",
      profiles: ["full"],
      errors: ["NOT_FOUND", "EGRESS_DENIED", "JOB_CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", description: "Collection to sync; all when left out." },
          gitPull: { type: "boolean", default: false, description: "Run git pull in each folder first." },
          runUpdateCmd: {
            type: "boolean",
            default: false,
            description: "Run the updateCmd that the configuration gives for each collection first.",
          },
        },
      },
    },
    {
      name: "gno_embed",
      title: "Embed chunks",
      descriptions: {
        full: "Starts a job that gives the chunks of one or all collections that have no vector one, so that they are found by meaning too. Downloads nothing. Poll it with gno_job_status.",
      },
      publishOutput: false,
      command: ["embed"],
      effect: "write",
      idempotent: true,
      lock: "job",
      profiles: ["full"],
      errors: ["NOT_FOUND", "MODEL_NOT_FOUND", "JOB_CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { collection: { type: "string", description: "Collection to embed; all when left out." } },
      },
    },
    {
      name: "gno_index",
      title: "Sync and embed",
      descriptions: {
        full: "Starts a job that syncs the files of one or all collections and then embeds the chunks that have no vector. Poll it with gno_job_status.",
      },
      publishOutput: false,
      command: ["index"],
      effect: "write",
      idempotent: true,
      lock: "job",
      profiles: ["full"],
      errors: ["NOT_FOUND", "MODEL_NOT_FOUND", "EGRESS_DENIED", "JOB_CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", description: "Collection to index; all when left out." },
          gitPull: { type: "boolean", default: false, description: "Run git pull in each folder first." },
        },
      },
    },
    {
      name: "gno_remove_collection",
      title: "Remove a collection",
      descriptions: {
        full: "Takes a collection out of the configuration. Its files stay untouched and its indexed rows are kept, so adding the folder again is quick.",
      },
      publishOutput: false,
      command: ["collection", "remove"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "HAS_REFERENCES", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { collection: { type: "string", description: "Collection to remove." } },
        required: ["collection"],
      },
    },
    {
      name: "gno_clear_collection_embeddings",
      title: "Clear vectors",
      descriptions: {
        full: "Deletes the vectors of one collection: those of models that are not in use any more, or all. Texts, files and the keyword index stay; gno_embed makes vectors again.",
      },
      publishOutput: false,
      command: ["collection", "clear-embeddings"],
      effect: "write",
      idempotent: true,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", minLength: 1, description: "Collection whose vectors go." },
          mode: {
            type: "string",
            enum: ["stale", "all"],
            default: "stale",
            description: "stale: vectors of any model but the one in use. all: those too.",
          },
        },
        required: ["collection"],
      },
    },
    {
      name: "gno_create_folder",
      title: "Make a folder",
      descriptions: {
        full: "Makes a folder inside a collection, with the folders above it. One that is there already is a success.",
      },
      publishOutput: false,
      command: ["create-folder"],
      effect: "write",
      idempotent: true,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "RUNTIME", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          collection: { type: "string", minLength: 1, description: "Collection to make it in." },
          name: {
            type: "string",
            minLength: 1,
            description: "Name of the folder; slashes in it are dropped.",
          },
          parentPath: {
            type: "string",
            description: "Folder above it, below the collection's root; the root when left out.",
          },
        },
        required: ["collection", "name"],
      },
    },
    {
      name: "gno_rename_note",
      title: "Rename a note",
      descriptions: {
        full: "Renames a note in its folder and rewrites the references that would break. action preview shows what would change and writes nothing; action apply carries out exactly that plan, all files or none.",
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      publishOutput: false,
      command: ["rename"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "INVALID_INPUT", "CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        oneOf: [
          {
            type: "object",
            properties: {
              action: { type: "string", const: "preview" },
              ref: {
                type: "string",
                minLength: 1,
                description: "Note: docid, gno:// URI or collection/path.",
              },
              name: {
                type: "string",
                minLength: 1,
                description: "New file name; the old extension is kept when it has none.",
              },
            },
            required: ["action", "ref", "name"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: {
              action: { type: "string", const: "apply" },
              ref: {
                type: "string",
                minLength: 1,
                description: "Note: docid, gno:// URI or collection/path.",
              },
              name: {
                type: "string",
                minLength: 1,
                description: "New file name; the old extension is kept when it has none.",
              },
              schemaVersion: { type: "string", const: "1.0" },
              planDigest: {
                type: "string",
                pattern: "^[a-f0-9]{64}$",
                description: "Of the preview that is to be carried out.",
              },
              confirmation: { type: "string", const: "apply" },
              confirm: { type: "boolean", const: true },
            },
            required: ["action", "ref", "name", "schemaVersion", "planDigest", "confirmation", "confirm"],
            additionalProperties: false,
          },
        ],
      },
    },
    {
      name: "gno_move_note",
      title: "Move a note",
      descriptions: {
        full: "Moves a note to another folder of its collection and rewrites the references that would break, its own relative ones too. action preview shows what would change and writes nothing; action apply carries out exactly that plan.",
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      publishOutput: false,
      command: ["move"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "INVALID_INPUT", "CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        oneOf: [
          {
            type: "object",
            properties: {
              action: { type: "string", const: "preview" },
              ref: {
                type: "string",
                minLength: 1,
                description: "Note: docid, gno:// URI or collection/path.",
              },
              folderPath: { type: "string", minLength: 1, description: "Folder below the collection's root." },
              name: {
                type: "string",
                description: "New file name, used as given; the old one when left out.",
              },
            },
            required: ["action", "ref", "folderPath"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: {
              action: { type: "string", const: "apply" },
              ref: {
                type: "string",
                minLength: 1,
                description: "Note: docid, gno:// URI or collection/path.",
              },
              folderPath: { type: "string", minLength: 1, description: "Folder below the collection's root." },
              name: {
                type: "string",
                description: "New file name, used as given; the old one when left out.",
              },
              schemaVersion: { type: "string", const: "1.0" },
              planDigest: {
                type: "string",
                pattern: "^[a-f0-9]{64}$",
                description: "Of the preview that is to be carried out.",
              },
              confirmation: { type: "string", const: "apply" },
              confirm: { type: "boolean", const: true },
            },
            required: [
              "action",
              "ref",
              "folderPath",
              "schemaVersion",
              "planDigest",
              "confirmation",
              "confirm",
            ],
            additionalProperties: false,
          },
        ],
      },
    },
    {
      name: "gno_duplicate_note",
      title: "Duplicate a note",
      descriptions: {
        full: "Copies a note within its collection and indexes the copy. An occupied name gets -2, -3 and so on; links are left as they are.",
      },
      publishOutput: false,
      command: ["duplicate"],
      effect: "write",
      idempotent: false,
      lock: "write",
      profiles: ["full"],
      errors: ["NOT_FOUND", "INVALID_INPUT", "CONFLICT", "LOCKED", "WRITE_DISABLED"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          ref: {
            type: "string",
            minLength: 1,
            description: "Note to copy: docid, gno:// URI or collection/path.",
          },
          folderPath: {
            type: "string",
            description: "Folder for the copy, below the collection's root; the note's own when left out.",
          },
          name: {
            type: "string",
            description: "File name of the copy; the note's own when left out, its extension when the name has none.",
          },
        },
        required: ["ref"],
      },
    },
    {
      name: "gno_job_status",
      title: "Job status",
      descriptions: {
        full: "Returns the state of one background job with its result or its error. Jobs live in the process that started them and are kept for an hour after they end.",
      },
      publishOutput: false,
      command: ["job", "status"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: ["NOT_FOUND"],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          jobId: { type: "string", minLength: 1, description: "Id that the starting tool returned." },
        },
        required: ["jobId"],
      },
    },
    {
      name: "gno_list_jobs",
      title: "List jobs",
      descriptions: { full: "Lists the running jobs and those that ended in the last hour." },
      publishOutput: false,
      command: ["job", "list"],
      effect: "read",
      idempotent: true,
      lock: "none",
      profiles: ["full"],
      errors: [],
      input: {
        type: "object",
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: {
          limit: {
            type: "integer",
            minimum: 1,
            maximum: 100,
            default: 10,
            description: "Most ended jobs to list; running ones are always listed.",
          },
        },
      },
    },
  ],
} as const;
