/** A call's result past the dispatcher: a value, never an exception. */

export interface Issue {
  /** JSON pointer into the arguments, `""` for the whole. */
  readonly at: string;
  /** The schema keyword that failed: `required`, `maximum`, `additionalProperties` … */
  readonly rule: string;
  readonly message: string;
}

export type Details = Readonly<Record<string, unknown>>;

export type Outcome =
  | { readonly kind: "ok"; readonly data: unknown; readonly text: string; readonly meta?: Details }
  | { readonly kind: "error"; readonly code: string; readonly message: string; readonly details?: Details }
  | { readonly kind: "invalid"; readonly issues: readonly Issue[] }
  | { readonly kind: "unknown"; readonly tool: string }
  /** The caller cancelled or left: nothing may be published. */
  | { readonly kind: "cancelled" };

/** What a transport sends for an Outcome: a `tools/call` result or a JSON-RPC error. */
export type WireResult =
  | {
      readonly kind: "result";
      readonly result: {
        readonly content: readonly { readonly type: "text"; readonly text: string }[];
        readonly structuredContent?: Readonly<Record<string, unknown>>;
        readonly isError?: true;
        readonly _meta?: Details;
      };
    }
  | {
      readonly kind: "protocol-error";
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    };

/** A contract's one envelope file turns an Outcome into its wire form. */
export type Present = (tool: string, outcome: Outcome) => WireResult;
