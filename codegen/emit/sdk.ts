/** `sdk.ts`: the typed client. Connecting and calling is written once, by hand, in `src/sdk`. */
import type { Contract, JsonSchema, Tool } from "../contract.ts";
import { compare } from "../problems.ts";
import { camel, capital, contractHeader, docComment, literal } from "./print.ts";

export function emitSdk(contract: Contract): string {
  const stem = capital(contract.name);
  const { tools } = contract;
  const types = tools.flatMap(({ typeName }) => [`${stem}${typeName}Input`, `${stem}${typeName}Output`]);
  const methods = Object.fromEntries(tools.map(({ file, name }) => [camel(file), name]));
  const idempotent = tools.filter((tool) => tool.idempotent).map(({ name }) => name);
  return [
    contractHeader(contract),
    `import { type CallOptions, type ConnectOptions, createClient } from "../../src/sdk/client.ts";`,
    "import type {",
    ...[...types, `${stem}Tools`].sort(compare).map((type) => `  ${type},`),
    `} from "./types.ts";`,
    "",
    `export { ConnectionError, isToolCallError, ToolCallError } from "../../src/sdk/client.ts";`,
    "export type { CallOptions, ConnectOptions };",
    `export type * from "./types.ts";`,
    "",
    ...tools.map(
      ({ name, typeName }) => `export type ${stem}${typeName}Error = ${stem}Tools["${name}"]["errors"];`,
    ),
    "",
    `/** A connected server. A failed call throws a ToolCallError whose code is the tool's own union, such as ${stem}${tools[0]?.typeName ?? ""}Error. */`,
    `export interface ${stem} {`,
    ...tools.map((tool) => method(stem, tool)),
    "  /** Ends the connection, and the server when it was started by `connect`. */",
    "  close(): Promise<void>;",
    "}",
    "",
    "/** Tool by method. */",
    `export const methods = ${literal(methods)} as const;`,
    "",
    "/** Tools that may be called again after a broken connection. */",
    `export const idempotent: readonly string[] = ${literal(idempotent)};`,
    "",
    `/** Starts or reaches a server of the contract ${contract.name}. */`,
    `export function connect(options: ConnectOptions): Promise<${stem}> {`,
    `  return createClient<${stem}>(options, methods, idempotent);`,
    "}",
    "",
  ].join("\n");
}

function method(stem: string, { file, typeName, description, input }: Tool): string {
  const id = stem + typeName;
  const optional = needsNothing(input) ? "?" : "";
  return [
    docComment(description, 2),
    `  ${camel(file)}(args${optional}: ${id}Input, options?: CallOptions): Promise<${id}Output>;`,
  ].join("\n");
}

function needsNothing(input: JsonSchema): boolean {
  return ((input.required ?? []) as unknown[]).length === 0;
}
