/** Every emitter, in one place: a Model in, the whole text of each output file out. */
import type { Contract, Files, Model } from "../contract.ts";
import { emitBind } from "./bind.ts";
import { emitErrors } from "./errors.ts";
import { emitGolden } from "./golden.ts";
import { emitOutputs } from "./outputs.ts";
import { emitProfiles } from "./profiles.ts";
import { GENERATED_README, GOLDEN_README } from "./readme.ts";
import { emitRequirements } from "./requirements.ts";
import { emitResources } from "./resources.ts";
import { emitRoutes } from "./routes.ts";
import { emitSdk } from "./sdk.ts";
import { emitTools, emitToolsJson } from "./tools.ts";
import { emitTypes } from "./types.ts";
import { emitWires } from "./wire.ts";

/** Folders that hold output only: a file there that no emitter wrote is left over. */
export const OUTPUT_FOLDERS = ["generated", "golden"] as const;

const PER_CONTRACT: Readonly<Record<string, (contract: Contract) => string | Promise<string>>> = {
  "types.ts": emitTypes,
  "tools.ts": emitTools,
  "tools.json": emitToolsJson,
  "outputs.ts": emitOutputs,
  "errors.ts": emitErrors,
  "profiles.ts": emitProfiles,
  "routes.ts": emitRoutes,
  "resources.ts": emitResources,
  "bind.ts": emitBind,
  "sdk.ts": emitSdk,
};

export async function emitAll({ contracts, revisions }: Model): Promise<Files> {
  const files = new Map<string, string>([
    ["generated/README.md", GENERATED_README],
    ["golden/README.md", GOLDEN_README],
  ]);
  for (const contract of contracts) {
    for (const [file, emit] of Object.entries(PER_CONTRACT)) {
      files.set(`generated/${contract.name}/${file}`, await emit(contract));
    }
    for (const [file, text] of emitGolden(contract)) files.set(`golden/${contract.name}/${file}`, text);
  }
  if (revisions.length > 0) files.set("generated/mcp/requirements.ts", emitRequirements(revisions));
  const first = contracts[0];
  if (first !== undefined) {
    for (const [file, text] of emitWires(first, revisions)) files.set(`golden/wire/${file}`, text);
  }
  return files;
}
