/** The contracts that this package carries, for listing and printing. */
import type { ContractRow, JsonSchema } from "../runtime/contract.ts";

export interface PrintedContract {
  readonly row: ContractRow;
  /** Output schema by tool name. */
  readonly outputs: Readonly<Record<string, JsonSchema>>;
}

const loaders: Readonly<Record<string, () => Promise<PrintedContract>>> = {
  gno: async () => {
    const [{ gno }, { outputs }] = await Promise.all([
      import("../../generated/gno/tools.ts"),
      import("../../generated/gno/outputs.ts"),
    ]);
    return { row: gno, outputs };
  },
  gram: async () => {
    const [{ gram }, { outputs }] = await Promise.all([
      import("../../generated/gram/tools.ts"),
      import("../../generated/gram/outputs.ts"),
    ]);
    return { row: gram, outputs };
  },
};

export const contractNames: readonly string[] = Object.keys(loaders);

/** @returns undefined for a name that no contract has. */
export function loadContract(name: string): Promise<PrintedContract> | undefined {
  return Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined;
}
