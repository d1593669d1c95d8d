// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** `{name}` marks a part of a template. `source` is the tool whose output is shown, or a word for where it comes from. */
export const resources = [
  { uri: "gno://tags{?collection,prefix}", mime: "application/json", source: "gno_list_tags" },
  { uri: "gno://{collection}/{+path}", mime: "text/markdown", source: "document" },
] as const;
