/** Finds records by targets that lead into other documents: their ids are looked up among all that the agent may see. */
import type { Resolver } from "../../engine/gram/diagnose.ts";
import { type Lookup, localLookup, parsePlacement } from "../../engine/gram/display.ts";
import { mentionsIn } from "../../engine/gram/inline.ts";
import {
  type GramRecord,
  type GramState,
  isTreeBlock,
  type Op,
  type Owner,
} from "../../engine/gram/types.ts";
import { DOCUMENT_ID } from "../../engine/gram/vocabulary.ts";
import type { GramDeps } from "./deps.ts";

/** Where a document of an id lies, and what stands in it now. */
export interface ForeignDocument {
  readonly path: string;
  readonly state: GramState;
}

/** Documents by id, as they stand now. Of two files with one id the first by path counts. */
export async function documentsById(
  wanted: ReadonlySet<string>,
  { vault, reader }: Pick<GramDeps, "vault" | "reader">,
): Promise<ReadonlyMap<string, ForeignDocument>> {
  const found = new Map<string, ForeignDocument>();
  if (wanted.size === 0) return found;
  for (const path of await vault.documents()) {
    if (found.size === wanted.size) break;
    const place = await vault.locate(path);
    if (place.kind !== "place") continue;
    const opened = await reader.open(place.file);
    if (opened.kind !== "opened") continue;
    const { documentId, head } = opened.history;
    if (wanted.has(documentId) && !found.has(documentId)) found.set(documentId, { path, state: head });
  }
  return found;
}

/** A look-up that knows every target that the owners name. */
export async function lookupFor(
  state: GramState,
  owners: readonly Owner[],
  deps: Pick<GramDeps, "vault" | "reader">,
): Promise<Lookup> {
  const foreign = await documentsById(foreignIds(owners.flatMap(targetsOf), state.id), deps);
  const local = localLookup(state);
  return (target) => local(target) ?? recordIn(foreign, target);
}

/** A resolver for the targets that a write may have touched. */
export async function resolverOf(
  state: GramState,
  _ops: readonly Op[],
  deps: Pick<GramDeps, "vault" | "reader">,
): Promise<Resolver> {
  const owners: readonly Owner[] = [state, ...state.records];
  const links = state.records.flatMap(({ links: own }) => own.map(([, target]) => target));
  const wanted = foreignIds([...owners.flatMap(targetsOf), ...links], state.id);
  const foreign = await documentsById(wanted, deps);
  const local = localLookup(state);
  return (target) =>
    local(target) !== undefined || isDocument(foreign, target) || recordIn(foreign, target) !== undefined;
}

export function foreignIds(targets: readonly string[], own: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const target of targets) {
    const id = target.split("/", 1)[0] as string;
    if (target.includes("/") && id !== own && DOCUMENT_ID.test(id)) ids.add(id);
  }
  return ids;
}

function recordIn(foreign: ReadonlyMap<string, ForeignDocument>, target: string): GramRecord | undefined {
  const slash = target.indexOf("/");
  return slash < 0 ? undefined : foreign.get(target.slice(0, slash))?.state.record(target.slice(slash + 1));
}

/** `d_…/d_…` means a document itself. */
function isDocument(foreign: ReadonlyMap<string, ForeignDocument>, target: string): boolean {
  const [document, entity] = target.split("/");
  return document !== undefined && document === entity && foreign.has(document);
}

/** What an owner's body and sources point at. */
export function targetsOf(owner: Owner): readonly string[] {
  const targets: string[] = [];
  for (const block of owner.blocks) {
    if (isTreeBlock(block)) targets.push(...treeTargets(block.tree));
    else if (block.type === "item") targets.push(parsePlacement(block.md)?.target ?? "");
    else targets.push(...mentionsIn(block.md).map(({ ref }) => ref));
  }
  const sources = owner.fields.get("source") ?? [];
  return [...targets, ...(typeof sources === "string" ? [sources] : sources)];
}

function treeTargets(node: {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Parameters<typeof treeTargets>[0][];
}): readonly string[] {
  const own = node.type === "mention" || node.type === "item" ? [String(node.attrs?.ref ?? "")] : [];
  return [...own, ...(node.children ?? []).flatMap(treeTargets)];
}
