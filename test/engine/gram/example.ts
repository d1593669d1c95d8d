/** The worked example of spec/gram.md: two requests, and the file that they make, byte for byte. */
import { readFileSync } from "node:fs";
import { requestDigest } from "../../../src/engine/gram/canonical.ts";
import type { Change, CreateInput } from "../../../src/engine/gram/changes.ts";

const spec = new URL("../../../spec/gram/", import.meta.url);

export const exampleBytes = readFileSync(new URL("example.gram", spec));

interface Example {
  readonly document: string;
  readonly client: string;
  readonly requests: readonly [
    {
      readonly at: string;
      readonly tool: string;
      readonly args: CreateInput & { readonly request_id: string };
    },
    {
      readonly at: string;
      readonly tool: string;
      readonly args: { readonly changes: readonly Change[]; readonly request_id: string };
    },
  ];
}

export const example: Example = JSON.parse(readFileSync(new URL("example.json", spec), "utf8"));

export function digestOf(request: { readonly tool: string; readonly args: object }): string {
  return requestDigest(request.tool, request.args as never);
}
