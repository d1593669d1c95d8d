/** read → link → emit, as a value: `write` and `check` both start from here, so they cannot drift apart. */
import type { Contract, Files } from "./contract.ts";
import { emitAll } from "./emit/all.ts";
import { link } from "./link.ts";
import { type Problem, Problems } from "./problems.ts";
import { type ReadOptions, readSources } from "./read.ts";

export type Generated =
  | { readonly kind: "ok"; readonly files: Files; readonly contracts: readonly Contract[] }
  | { readonly kind: "broken"; readonly problems: readonly Problem[] };

export async function generate(root: string, options: ReadOptions = {}): Promise<Generated> {
  const problems = new Problems();
  const model = await link(readSources(root, options), problems);
  if (problems.count > 0) return { kind: "broken", problems: problems.list() };
  return { kind: "ok", files: await emitAll(model), contracts: model.contracts };
}
