// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** Names by profile, in wire order: `read` with the write gate closed, `write` with it open. */
export const profiles = {
  full: {
    read: [
      "gram_profile",
      "gram_capabilities",
      "gram_projects",
      "gram_brief",
      "gram_read",
      "gram_changes",
      "gram_recall",
      "gram_list",
      "gram_get",
      "gram_context",
      "gram_relations",
      "gram_range",
      "gram_state",
    ],
    write: [
      "gram_profile",
      "gram_capabilities",
      "gram_projects",
      "gram_brief",
      "gram_read",
      "gram_changes",
      "gram_recall",
      "gram_list",
      "gram_get",
      "gram_context",
      "gram_relations",
      "gram_range",
      "gram_state",
      "gram_create",
      "gram_patch",
    ],
  },
} as const;
