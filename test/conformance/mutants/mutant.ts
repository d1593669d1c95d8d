/** A mutant: the reference server with one rule broken, and the row that has to notice. */
import type { Flaws } from "../../../conformance/examples/reference/flaws.ts";
import { isObject, type Json, type Message, type Wire } from "../../../conformance/target/target.ts";

export interface Mutant {
  /** What the broken server does. */
  readonly name: string;
  /** Id of the row that names the rule. */
  readonly row: string;
  readonly wire: Wire;
  /** Made anew for each run: some flaws remember. */
  flaws(): Flaws;
  /** Property that still has to hold, to show that the server is not broken as a whole. */
  readonly smoke?: string;
  readonly write?: true;
  /** Sent with every HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Every tool publishes its output schema. */
  readonly publish?: true;
}

export interface Mutants {
  readonly property: string;
  readonly list: readonly Mutant[];
}

/** The response with parts of its result replaced; errors stay as they are. */
export function withResult(response: Json, change: (result: Json) => Json): Json {
  return isObject(response.result) ? { ...response, result: change(response.result) } : response;
}

export function withError(response: Json, change: (error: Json) => Json): Json {
  return isObject(response.error) ? { ...response, error: change(response.error) } : response;
}

/** In place of whatever the server said. */
export function resultInstead(response: Json, result: Json): Json {
  return { jsonrpc: "2.0", id: response.id, result };
}

export function errorInstead(response: Json, code: number, data?: Json): Json {
  return {
    jsonrpc: "2.0",
    id: response.id,
    error: { code, message: "no", ...(data === undefined ? {} : { data }) },
  };
}

export function without(record: Json, key: string): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

export function paramsOf(message: Message): Json {
  return isObject(message.params) ? message.params : {};
}

export function metaOf(message: Message): Json {
  const { _meta } = paramsOf(message);
  return isObject(_meta) ? _meta : {};
}

/** A change that only answers of one method get. */
export function on(
  method: string,
  change: (response: Json, request: Message) => Json | undefined,
): NonNullable<Flaws["respond"]> {
  return (response, { request }) => (request.method === method ? change(response, request) : response);
}

export const complete: Json = { resultType: "complete" };
