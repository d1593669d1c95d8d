// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** `{name}` marks a part of a template. `source` is the tool whose output is shown, or a word for where it comes from. */
export const resources = [] as const;
