/** A property: one claim about a server, the rows it decides, and a run that looks at one wire or at all. */
import type { Check } from "./check.ts";
import { type Wire, wires } from "./target/target.ts";

export interface Property {
  /** `call.near-miss`: what `check` columns, `--only` and replay lines name. */
  readonly id: string;
  /** The claim as a sentence in the present tense. */
  readonly claim: string;
  /** Ids of rows; which revision's row is meant follows from the wire. */
  readonly rows: readonly string[];
  readonly on: readonly Wire[];
  /** `together`: one run that sees every wire. `last`: after all others, over what they made the server say. */
  readonly mode?: "together" | "last";
  /** Needs the write gate to be open; not run without. */
  readonly writes?: true;
  run(check: Check): Promise<void>;
}

export const everyWire = wires;
export const modernWires: readonly Wire[] = ["stdio-modern", "http-modern"];
export const legacyWires: readonly Wire[] = ["stdio-legacy", "http-legacy"];
export const stdioWires: readonly Wire[] = ["stdio-legacy", "stdio-modern"];
export const httpWires: readonly Wire[] = ["http-legacy", "http-modern"];
