/** From a reference to a document, with the same refusals in every tool that takes one. */
import type { Document, Engine, Resolved } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";

type Fail = Pick<Call<"NOT_FOUND" | "INVALID_INPUT">, "fail">;

/** For tools that read their own index only: a reference into another one is refused. */
export function findDocument(ref: string, engine: Engine, call: Fail): Document {
  const resolved = engine.documents.resolve(ref);
  if (resolved.kind === "other-index") {
    return call.fail(
      "INVALID_INPUT",
      `${ref} belongs to the index ${resolved.index}, this tool reads ${engine.indexName} only`,
    );
  }
  return expectFound(resolved, call);
}

/** Opens the index that `ref` names when it is another one; the document is only valid inside `use`. */
export async function withDocument<T>(
  ref: string,
  deps: GnoDeps,
  call: Fail,
  use: (document: Document, engine: Pick<Engine, "documents" | "tags" | "indexName">) => T,
): Promise<T> {
  const resolved = deps.engine.documents.resolve(ref);
  if (resolved.kind !== "other-index") return use(expectFound(resolved, call), deps.engine);
  return withIndex(resolved.index, deps, call, (engine) => {
    const there = engine.documents.resolve(resolved.ref);
    return use(there.kind === "other-index" ? missing(ref, call) : expectFound(there, call), engine);
  });
}

/** Runs `use` over a named index and closes it again; NOT_FOUND when there is none. */
export async function withIndex<T>(
  name: string,
  deps: GnoDeps,
  call: Fail,
  use: (engine: Engine) => T,
): Promise<T> {
  const other =
    (await deps.openIndex(name)) ??
    call.fail(
      "NOT_FOUND",
      `There is no index named ${name}. Leave out ?index= to read ${deps.engine.indexName}.`,
    );
  try {
    return use(other.engine);
  } finally {
    await other.close();
  }
}

function expectFound(resolved: Exclude<Resolved, { kind: "other-index" }>, call: Fail): Document {
  if (resolved.kind === "found") return resolved.document;
  if (resolved.kind === "invalid") return call.fail("INVALID_INPUT", resolved.message);
  const hint = suggestion(resolved.suggestions);
  return call.fail("NOT_FOUND", `${resolved.message}${hint}`, { suggestions: resolved.suggestions });
}

function missing(ref: string, call: Fail): never {
  return call.fail("NOT_FOUND", `No document matches ${ref}`);
}

function suggestion(refs: readonly string[]): string {
  return refs.length === 0 ? "" : ` Did you mean ${refs.slice(0, 3).join(" or ")}?`;
}
