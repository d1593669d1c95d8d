/**
 * `bind.ts`: every handler, by static imports. It is the one generated file that looks up into `src`, so that a new
 * handler needs no index edited by hand and a missing one is a compile error that names the tool.
 */
import type { Contract } from "../contract.ts";
import { compare } from "../problems.ts";
import { camel, capital, contractHeader } from "./print.ts";

export function emitBind(contract: Contract): string {
  const stem = capital(contract.name);
  const handlers = `../../src/contracts/${contract.name}`;
  const sorted = contract.tools.toSorted((a, b) => compare(a.file, b.file));
  return [
    contractHeader(contract),
    ...sorted.map(({ file }) => `import { ${camel(file)} } from "${handlers}/${file}.ts";`),
    `import type { ${stem}Deps } from "${handlers}/deps.ts";`,
    `import type { Handlers } from "../../src/runtime/tool.ts";`,
    `import type { ${stem}Tools } from "./types.ts";`,
    "",
    "export const handlers = {",
    ...contract.tools.map(({ name, file }) => `  ${name}: ${camel(file)},`),
    `} satisfies Handlers<${stem}Tools, ${stem}Deps>;`,
    "",
  ].join("\n");
}
