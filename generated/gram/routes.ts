// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly tool: string;
  /** Keys of the tool's input that the query string may carry. */
  readonly query: readonly string[];
  /** Status of a good answer. */
  readonly status: number;
}

export const routes: readonly Route[] = [];
