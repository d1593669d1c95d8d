/** Which stored vectors belong to the model that answers for a collection now. */
import type { ConfigStore } from "../config/types.ts";
import { BUILTIN, ModelNameError, modelFor, parseModelName } from "../models/catalog.ts";
import type { Store } from "../store/open.ts";
import { type ModelRow, modelRows } from "./rows.ts";

export interface InUse {
  /** Name as configured, of a collection or of those without their own. */
  name(collection?: string): string;
  /** undefined = nothing was embedded with this model as it is now. */
  row(name: string): ModelRow | undefined;
  /** Each configured model with the collections that use it. */
  groups(): ReadonlyMap<string, readonly string[]>;
  /** The model was opened: only vectors of this fingerprint are its own, whatever was stored under its name before. */
  opened(name: string, fingerprint: string): void;
  /** Vectors that no question of this program can be compared with. */
  outdated(modelId: number): void;
}

/** A model's name for people: never a path of this machine. */
export function labelOf(name: string): string {
  try {
    const source = parseModelName(name);
    if (source.kind === "builtin") return BUILTIN;
    return source.kind === "server" ? source.model : source.name;
  } catch (error) {
    if (error instanceof ModelNameError) return "an unknown model";
    throw error;
  }
}

export function createInUse(index: Pick<Store, "statement">, config: Pick<ConfigStore, "load">): InUse {
  const fingerprints = new Map<string, string>();
  const unusable = new Set<number>();
  return {
    name: (collection) => modelFor(config.load(), "embed", collection) ?? BUILTIN,
    row(name) {
      const rows = modelRows(index).filter(
        (row) => row.name === name && row.state === "ready" && !unusable.has(row.id),
      );
      const known = fingerprints.get(name);
      return known === undefined ? rows[0] : rows.find(({ fingerprint }) => fingerprint === known);
    },
    groups() {
      const settings = config.load();
      const groups = new Map<string, string[]>();
      for (const { name: collection } of settings?.collections ?? []) {
        const name = modelFor(settings, "embed", collection) ?? BUILTIN;
        const group = groups.get(name);
        if (group === undefined) groups.set(name, [collection]);
        else group.push(collection);
      }
      return groups;
    },
    opened(name, fingerprint) {
      fingerprints.set(name, fingerprint);
    },
    outdated(modelId) {
      unusable.add(modelId);
    },
  };
}
