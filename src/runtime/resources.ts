/** Resources as transports see them; a contract's `resources.ts` implements them over its deps. */

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description?: string;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description: string;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

export type ResourceRead =
  | { readonly kind: "ok"; readonly contents: readonly ResourceContent[] }
  /** Unknown or malformed URI: the era decides between -32002 and -32602. */
  | { readonly kind: "missing"; readonly message: string };

export type ResourcePage =
  | { readonly kind: "ok"; readonly resources: readonly ListedResource[]; readonly nextCursor?: string }
  | { readonly kind: "bad-cursor" };

export interface Resources {
  templates(): readonly ResourceTemplate[];
  /** One bounded page, in total order; the cursor is opaque and stays right while the list moves. */
  list(cursor: string | undefined, signal: AbortSignal): Promise<ResourcePage>;
  read(uri: string, signal: AbortSignal): Promise<ResourceRead>;
}
