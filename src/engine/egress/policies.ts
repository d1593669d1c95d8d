/**
 * The policy of each collection as it stands: the word of index.yml, and a revision that never falls. The durable
 * database remembers the highest one that was given out, so that an older copy of index.yml makes no used one new.
 */

import { digestOf } from "../canonical.ts";
import type { ConfigStore, IndexConfig } from "../config/types.ts";
import type { CollectionPolicy } from "./decide.ts";
import type { PolicyState } from "./types.ts";

export interface Policies {
  /** Config order. */
  states(): readonly PolicyState[];
  state(collection: string): PolicyState | undefined;
  /** With their policies; a name that is not configured is held to the strictest. Default: all that are configured. */
  scope(names?: readonly string[]): readonly CollectionPolicy[];
  epoch(): string;
}

/** `revisions`: the highest given out, by collection; read at each use. */
export function createPolicies(
  config: Pick<ConfigStore, "load">,
  revisions: () => ReadonlyMap<string, number> = () => new Map(),
): Policies {
  const states = (): readonly PolicyState[] => {
    const known = revisions();
    return (config.load()?.collections ?? []).map(({ name, egressPolicy, egressPolicyRevision = 0 }) => {
      const revision = Math.max(egressPolicyRevision, known.get(name) ?? 0);
      const source = egressPolicy === undefined ? ("config_default" as const) : ("explicit" as const);
      const effectivePolicy = egressPolicy ?? "local_only";
      return {
        collection: name,
        configuredPolicy: egressPolicy ?? null,
        effectivePolicy,
        source,
        revision,
        version: `egress-policy-v1:${digestOf({ collection: name, effectivePolicy, source, revision })}`,
      };
    });
  };

  /** Of the configuration as it was last read: every change of a policy rewrites it, so no database is asked again. */
  let last: { readonly config: IndexConfig | undefined; readonly epoch: string } | undefined;

  return {
    states,
    state: (collection) => states().find((one) => one.collection === collection),
    scope(names) {
      const known = new Map(states().map((one) => [one.collection, one]));
      return [...new Set(names ?? known.keys())].map((collection) => {
        const state = known.get(collection);
        return state === undefined
          ? { collection, policy: "local_only", source: "legacy_default" }
          : { collection, policy: state.effectivePolicy, source: state.source };
      });
    },
    epoch() {
      const loaded = config.load();
      if (last !== undefined && last.config === loaded) return last.epoch;
      const all = states()
        .map(({ collection, effectivePolicy: policy, source, revision }) => ({
          collection,
          policy,
          source,
          revision,
        }))
        .sort(byCollection);
      last = { config: loaded, epoch: `egress-epoch-v1:${digestOf(all)}` };
      return last.epoch;
    },
  };
}

function byCollection(a: { readonly collection: string }, b: { readonly collection: string }): number {
  return a.collection < b.collection ? -1 : a.collection > b.collection ? 1 : 0;
}
