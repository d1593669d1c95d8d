/** What gram's handlers are given. */

import type { GramReader } from "../../engine/gram/reader.ts";
import type { GramRecall } from "../../engine/gram/recall/types.ts";
import type { Vault } from "../../engine/gram/vault.ts";
import type { GramWriter } from "../../engine/gram/writer.ts";
import type { WriteLease } from "../../engine/jobs/types.ts";

export interface GramDeps {
  readonly vault: Vault;
  readonly reader: GramReader;
  readonly writer: GramWriter;
  readonly recall: GramRecall;
  /** The lock of the folder that holds a file: one writer at a time, whatever the process. */
  readonly lockOf: (path: string) => WriteLease;
  /** `d_` and 32 hex, never twice. */
  readonly newDocumentId: () => string;
}
