/** The Evidence port. spec/gno.md, "Context Capsules". */
import { compile, type EvidenceSources } from "./compile.ts";
import { createSnapshot, type SnapshotOptions } from "./snapshot.ts";
import type { Evidence } from "./types.ts";
import { verify } from "./verify.ts";

export interface EvidenceOptions
  extends Omit<EvidenceSources, "snapshot">,
    Pick<SnapshotOptions, "reader" | "version"> {}

export function createEvidence({ reader, version, ...ports }: EvidenceOptions): Evidence {
  const collections = () => (ports.config.load()?.collections ?? []).map(({ name }) => name);
  const sources: EvidenceSources = { ...ports, snapshot: createSnapshot({ reader, version, collections }) };
  return {
    compile: (request) => compile(sources, request),
    verify: (capsule, signal) => verify(sources, capsule, signal),
  };
}
