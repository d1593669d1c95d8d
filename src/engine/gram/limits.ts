/** What one document may hold (spec/gram.md, Limits). */

export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** UTF-8 bytes of all blocks of one owner. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_RECORDS = 10_000;
/** UTF-8 bytes of one value. */
export const MAX_VALUE_BYTES = 64 * 1024;
/** Characters (code points) of a title. */
export const MAX_TITLE_CHARACTERS = 500;
export const MAX_CHANGES = 200;
export const MAX_LINKS = 500;
/** Nodes of one rich tree. */
export const MAX_TREE_NODES = 20_000;
/** Depth of one rich tree. */
export const MAX_TREE_DEPTH = 32;
