/** One row of Tools and its tool file become a Tool. */

import type { Integers } from "../bundle.ts";
import type { SchemaCheck } from "../check.ts";
import type { Annotations, Tool } from "../contract.ts";
import { type JsonFile, pointerOf } from "../json.ts";
import type { Problems } from "../problems.ts";
import type { Shapes } from "../shapes.ts";
import type { Row } from "../table.ts";
import { cellReader } from "../words.ts";
import { checkInput, linkSchemas, type WrittenSchemas } from "./schemas.ts";

const LOCKS = ["none", "write", "write-long", "job", "own"] as const;
const LEASED = ["write", "write-long", "job"];

export interface ToolLinking {
  /** Path of the spec, for problems. */
  readonly spec: string;
  readonly contract: string;
  readonly files: ReadonlyMap<string, JsonFile>;
  readonly isTool: SchemaCheck;
  readonly shapes: Shapes;
  readonly integers: Integers;
  /** Names from Profiles and Errors. */
  readonly profiles: readonly string[];
  readonly codes: readonly string[];
  readonly problems: Problems;
}

interface WrittenTool extends WrittenSchemas {
  readonly title: string;
  readonly description: string;
  readonly descriptions?: Readonly<Record<string, string>>;
  readonly annotations?: Annotations;
  readonly publishOutput?: boolean;
  readonly command?: string;
}

/** Undefined when the row and its file make no tool; why is then reported. */
export async function linkTool(
  linking: ToolLinking,
  { cells, line }: Row<"Tools">,
): Promise<Tool | undefined> {
  const { spec, contract, files, problems } = linking;
  const file = fileOf(cells.tool, contract);
  if (file === undefined) {
    problems.add(
      spec,
      line,
      `${cells.tool} is no tool name; write ${contract}_<name> in lower case, at most 64 characters`,
    );
    return undefined;
  }
  const row = linkRow(linking, cells, line);
  const path = `schemas/${contract}/${file}.json`;
  const source = files.get(path);
  if (source === undefined) {
    problems.add(spec, line, `tool ${cells.tool} has no schema file; write ${path}`);
    return undefined;
  }
  if (!linking.isTool(source, "", source.value, problems)) return undefined;
  const written = source.value as WrittenTool;
  for (const profile of Object.keys(written.descriptions ?? {})) {
    if (!row.profiles.includes(profile) || profile === "full") {
      problems.add(
        path,
        source.line(pointerOf(["descriptions", profile])),
        `${profile} is no other profile of this tool; see its row in ${spec}`,
      );
    }
  }
  const schemas = await linkSchemas(source, written, files, linking.shapes, linking.integers, problems);
  if (schemas === undefined) return undefined;
  checkInput(cells.tool, source, schemas.input, problems);
  return {
    name: cells.tool,
    file,
    typeName: pascal(file),
    title: written.title,
    description: written.description,
    descriptions: written.descriptions ?? {},
    ...(written.annotations === undefined ? {} : { annotations: written.annotations }),
    publishOutput: written.publishOutput ?? false,
    command: written.command?.split(" ") ?? [file],
    ...schemas,
    examples: written.examples,
    ...row,
  };
}

type RowFacts = Pick<Tool, "effect" | "idempotent" | "lock" | "profiles" | "errors" | "since">;

function linkRow(
  { spec, profiles, codes, problems }: ToolLinking,
  cells: Row<"Tools">["cells"],
  line: number,
): RowFacts {
  const cell = cellReader(spec, problems);
  const row = {
    effect: cell.word(line, cells.effect, ["read", "write"] as const),
    idempotent: cell.yes(line, cells.idempotent),
    lock: cell.word(line, cells.lock, LOCKS),
    profiles: cell.list(cells.profiles).map((profile) => cell.known(line, profile, profiles, "Profiles")),
    errors: cell.list(cells.errors).map((code) => cell.known(line, code, codes, "Errors")),
    since: cells.since,
  };
  if (row.effect === "read" && LEASED.includes(row.lock)) {
    problems.add(spec, line, `${cells.tool} reads and takes a lease; say none, or make it a write tool`);
  }
  if (!row.profiles.includes("full")) {
    problems.add(spec, line, `${cells.tool} is not in the profile full; every tool is`);
  }
  return row;
}

/** `multi-get` of `gno_multi_get`; undefined when it is no name of this contract. */
function fileOf(tool: string, contract: string): string | undefined {
  if (!tool.startsWith(`${contract}_`) || !/^[a-z][a-z0-9_]{0,63}$/.test(tool)) return undefined;
  return tool.slice(contract.length + 1).replaceAll("_", "-");
}

/** `multi-get` to `MultiGet`. */
export function pascal(file: string): string {
  return file.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
