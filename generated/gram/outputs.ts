// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** Output schema by tool name. Some tools share one, `$id` and all. */
export const outputs: Readonly<Record<string, { readonly [key: string]: unknown }>> = {
  gram_profile: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      budget_bytes: { type: "integer" },
      common: {
        type: "object",
        additionalProperties: false,
        properties: {
          body: { type: "string" },
          checklists: { type: "string" },
          document: { type: "string" },
          links: { type: "string" },
          numbers: { type: "string" },
          records: { type: "string" },
          writes: { type: "string" },
        },
        required: ["body", "checklists", "document", "links", "numbers", "records", "writes"],
      },
      create: { type: "object", additionalProperties: { type: "string" }, properties: {} },
      edit: { type: "object", additionalProperties: { type: "string" }, properties: {} },
      memory: { type: "object", additionalProperties: { type: "string" }, properties: {} },
      profile: { type: "string" },
      read: { type: "object", additionalProperties: { type: "string" }, properties: {} },
      rich: { type: "object", additionalProperties: { type: "string" }, properties: {} },
      shown: {
        type: "object",
        additionalProperties: false,
        properties: {
          collection: { type: "array", items: { type: "string" } },
          item: { type: "array", items: { type: "string" } },
        },
        required: ["collection", "item"],
      },
      task: { enum: ["create", "edit", "rich", "read", "memory"], type: "string" },
    },
    required: ["budget_bytes", "common", "profile", "shown", "task"],
    additionalProperties: false,
  },
  gram_capabilities: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      budget_bytes: { type: "integer" },
      index: {
        type: "object",
        additionalProperties: false,
        properties: {
          embeddedChunks: { type: "integer", minimum: 0 },
          failedFiles: { type: "integer", minimum: 0 },
          indexedFiles: { type: "integer", minimum: 0 },
          pendingFiles: { type: "integer", minimum: 0 },
        },
        required: ["embeddedChunks", "failedFiles", "indexedFiles", "pendingFiles"],
      },
      semantic: {
        type: "object",
        additionalProperties: false,
        properties: {
          reason: { type: "string" },
          status: { enum: ["available", "indexing", "unavailable"], type: "string" },
        },
        required: ["status"],
      },
      tools: { type: "array", items: { type: "string" } },
    },
    required: ["budget_bytes", "index", "semantic", "tools"],
    additionalProperties: false,
  },
  gram_projects: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      access: { enum: ["read", "write"], type: "string" },
      mounts: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            access: { enum: ["read", "write"], type: "string" },
            count: { type: "integer", minimum: 0 },
            id: { type: "string" },
            key: { type: "string" },
            kind: { type: "string" },
            name: { type: "string" },
          },
          required: ["access", "count", "id", "key", "kind", "name"],
        },
      },
      projects: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "integer", minimum: 0 }],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      vault: { type: "string" },
    },
    required: ["access", "mounts", "projects", "vault"],
    additionalProperties: false,
  },
  gram_brief: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      counts: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: ["string", "null"] }, { type: "integer", minimum: 1 }],
          items: false,
          minItems: 3,
          maxItems: 3,
        },
      },
      decisions: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: ["string", "null"] },
              ],
              items: false,
              minItems: 4,
              maxItems: 4,
            },
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: ["string", "null"] },
                { type: "string" },
              ],
              items: false,
              minItems: 5,
              maxItems: 5,
            },
          ],
        },
      },
      docs: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: ["string", "null"] }, { type: "integer", minimum: 0 }],
          items: false,
          minItems: 3,
          maxItems: 3,
        },
      },
      due: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
              ],
              items: false,
              minItems: 4,
              maxItems: 4,
            },
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: "string" },
              ],
              items: false,
              minItems: 5,
              maxItems: 5,
            },
          ],
        },
      },
      more: { type: "array", items: { type: "string" } },
      open: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
              ],
              items: false,
              minItems: 4,
              maxItems: 4,
            },
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: "string" },
              ],
              items: false,
              minItems: 5,
              maxItems: 5,
            },
          ],
        },
      },
      recent: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { type: "string" },
            { type: "integer", minimum: 1 },
            { type: "string" },
            { type: "integer", minimum: 0 },
          ],
          items: false,
          minItems: 4,
          maxItems: 4,
        },
      },
    },
    required: ["counts", "decisions", "docs", "due", "open", "recent"],
    additionalProperties: false,
  },
  gram_read: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      records: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
              ],
              items: false,
              minItems: 4,
              maxItems: 4,
            },
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: "string" },
              ],
              items: false,
              minItems: 5,
              maxItems: 5,
            },
          ],
        },
      },
      text: { type: "string" },
      title: { type: ["string", "null"] },
      truncated: { const: true },
    },
    required: ["doc", "records", "text", "title"],
    additionalProperties: false,
  },
  gram_changes: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      changes: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { type: "string" },
            { enum: ["create", "remove", "update"], type: "string" },
            { type: "integer", minimum: 1 },
            { type: "string" },
            { type: "array", items: { type: "string" } },
          ],
          items: false,
          minItems: 5,
          maxItems: 5,
        },
      },
      cursor: { type: "string" },
      docs: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
            path: { type: "string" },
            rev: { type: "integer", minimum: 0 },
          },
          required: ["hash", "path", "rev"],
        },
      },
      truncated: { type: "boolean" },
    },
    required: ["changes", "docs"],
    additionalProperties: false,
  },
  gram_recall: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      cursor: { type: "string" },
      docs: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
            path: { type: "string" },
            rev: { type: "integer", minimum: 0 },
          },
          required: ["hash", "path", "rev"],
        },
      },
      hits: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { type: "string" },
            { type: "string" },
            { type: ["string", "null"] },
            { type: ["string", "null"] },
          ],
          items: { type: ["string", "number"] },
          minItems: 4,
          maxItems: 6,
        },
      },
      truncated: { type: "boolean" },
    },
    required: ["docs", "hits"],
    additionalProperties: false,
  },
  gram_list: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      docs: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          properties: {
            hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
            path: { type: "string" },
            rev: { type: "integer", minimum: 0 },
          },
          required: ["hash", "path", "rev"],
        },
      },
      documents: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: ["string", "null"] }, { type: "integer", minimum: 0 }],
          items: false,
          minItems: 3,
          maxItems: 3,
        },
      },
      entities: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "string" }],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      records: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
              ],
              items: false,
              minItems: 4,
              maxItems: 4,
            },
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: "string" },
              ],
              items: false,
              minItems: 5,
              maxItems: 5,
            },
          ],
        },
      },
      truncated: { type: "boolean" },
    },
    required: [],
    additionalProperties: false,
  },
  gram_get: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      entity: {
        type: "object",
        additionalProperties: false,
        properties: {
          blocks: {
            type: "array",
            items: {
              anyOf: [
                {
                  type: "array",
                  prefixItems: [{ type: "string" }, { type: "string" }, { type: "string" }],
                  items: false,
                  minItems: 3,
                  maxItems: 3,
                },
                {
                  type: "array",
                  prefixItems: [
                    { type: "string" },
                    { type: "string" },
                    { type: "null" },
                    { type: "object", additionalProperties: true, properties: {} },
                  ],
                  items: false,
                  minItems: 4,
                  maxItems: 4,
                },
              ],
            },
          },
          fields: {
            type: "object",
            additionalProperties: {
              anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
            },
            properties: {},
          },
          id: { type: "string" },
          links: {
            type: "array",
            items: {
              type: "array",
              prefixItems: [{ type: "string" }, { type: "string" }],
              items: false,
              minItems: 2,
              maxItems: 2,
            },
          },
          type: { type: "string" },
        },
        required: ["blocks", "fields", "id", "type"],
      },
      outline: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "string" }, { type: "string" }, { type: "string" }],
          items: false,
          minItems: 4,
          maxItems: 4,
        },
      },
      truncated: { const: true },
    },
    required: ["doc"],
    additionalProperties: false,
  },
  gram_context: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      entity: {
        type: "array",
        prefixItems: [
          { type: "string" },
          { type: "string" },
          { type: ["string", "null"] },
          { type: ["string", "null"] },
        ],
        items: false,
        minItems: 4,
        maxItems: 4,
      },
      fields: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "string" }],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      implemented: { type: "string" },
      links: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { type: "string" },
            { type: "string" },
            { type: ["string", "null"] },
            { type: ["string", "null"] },
          ],
          items: false,
          minItems: 4,
          maxItems: 4,
        },
      },
      text: { type: "string" },
      truncated: { const: true },
    },
    required: ["doc", "entity", "fields", "links", "text"],
    additionalProperties: false,
  },
  gram_relations: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      relations: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: ["string", "null"] },
              ],
              items: false,
              minItems: 5,
              maxItems: 5,
            },
            {
              type: "array",
              prefixItems: [
                { type: "string" },
                { type: "string" },
                { type: "string" },
                { type: ["string", "null"] },
                { type: ["string", "null"] },
                { type: "integer", minimum: 1 },
              ],
              items: false,
              minItems: 6,
              maxItems: 6,
            },
          ],
        },
      },
      truncated: { type: "boolean" },
    },
    required: ["doc", "relations"],
    additionalProperties: false,
  },
  gram_range: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      axis: { enum: ["effective", "recorded"], type: "string" },
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      rows: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { type: "string" },
            { type: "string" },
            {
              anyOf: [
                { type: "string" },
                {
                  type: "array",
                  items: {
                    anyOf: [
                      { type: "string" },
                      {
                        type: "array",
                        prefixItems: [{ type: "string" }, { type: "string" }],
                        items: false,
                        minItems: 2,
                        maxItems: 2,
                      },
                    ],
                  },
                },
              ],
            },
            { type: "string" },
            { type: ["string", "null"] },
            { type: "integer", minimum: 1 },
            { type: ["integer", "null"] },
          ],
          items: false,
          minItems: 7,
          maxItems: 7,
        },
      },
      truncated: { type: "boolean" },
    },
    required: ["axis", "doc", "rows"],
    additionalProperties: false,
  },
  gram_state: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      as_of: {
        type: "object",
        additionalProperties: false,
        properties: {
          effective_at: { type: ["string", "null"] },
          recorded_at: { type: ["string", "null"] },
          revision: { minimum: 0, type: "integer" },
        },
        required: ["effective_at", "recorded_at", "revision"],
      },
      cursor: { type: "string" },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      state: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { type: "string" },
            { type: "string" },
            { type: ["string", "null"] },
            { type: ["string", "null"] },
            { type: ["string", "null"] },
            {
              type: "object",
              additionalProperties: {
                anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
              },
              properties: {},
            },
          ],
          items: false,
          minItems: 6,
          maxItems: 6,
        },
      },
      truncated: { const: true },
    },
    required: ["as_of", "doc", "state"],
    additionalProperties: false,
  },
  gram_create: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      diagnostics: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { enum: ["unparsed_value", "unresolved_ref", "unsupported_node"], type: "string" },
            { type: "string" },
            { type: "string" },
          ],
          items: false,
          minItems: 3,
          maxItems: 3,
        },
      },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      ids: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "integer", minimum: 0 }, { type: "string" }],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      replayed: { const: true },
      truncated: { type: "boolean" },
    },
    required: ["doc", "ids"],
    additionalProperties: false,
  },
  gram_patch: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      diagnostics: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [
            { enum: ["unparsed_value", "unresolved_ref", "unsupported_node"], type: "string" },
            { type: "string" },
            { type: "string" },
          ],
          items: false,
          minItems: 3,
          maxItems: 3,
        },
      },
      doc: {
        type: "object",
        additionalProperties: false,
        properties: {
          hash: { type: "string", pattern: "^[0-9a-f]{16}$" },
          path: { type: "string" },
          rev: { type: "integer", minimum: 0 },
        },
        required: ["hash", "path", "rev"],
      },
      ids: {
        type: "array",
        items: {
          type: "array",
          prefixItems: [{ type: "integer", minimum: 0 }, { type: "string" }],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      replayed: { const: true },
      truncated: { type: "boolean" },
    },
    required: ["doc"],
    additionalProperties: false,
  },
};
