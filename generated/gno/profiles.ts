// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** Names by profile, in wire order: `read` with the write gate closed, `write` with it open. */
export const profiles = {
  full: {
    read: [
      "gno_search",
      "gno_vsearch",
      "gno_query",
      "gno_query_diagnose",
      "gno_get",
      "gno_section",
      "gno_multi_get",
      "gno_peek",
      "gno_status",
      "gno_list_tags",
      "gno_links",
      "gno_backlinks",
      "gno_similar",
      "gno_job_status",
      "gno_list_jobs",
    ],
    write: [
      "gno_search",
      "gno_vsearch",
      "gno_query",
      "gno_query_diagnose",
      "gno_get",
      "gno_section",
      "gno_multi_get",
      "gno_peek",
      "gno_status",
      "gno_list_tags",
      "gno_links",
      "gno_backlinks",
      "gno_similar",
      "gno_capture",
      "gno_add_collection",
      "gno_sync",
      "gno_embed",
      "gno_index",
      "gno_remove_collection",
      "gno_clear_collection_embeddings",
      "gno_job_status",
      "gno_list_jobs",
    ],
  },
  core: {
    read: ["gno_search", "gno_query", "gno_get", "gno_multi_get"],
    write: ["gno_search", "gno_query", "gno_get", "gno_multi_get", "gno_capture"],
  },
} as const;
