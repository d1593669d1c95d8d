/** list.schemas: what tools/list publishes is usable as it is: dialect, names, annotations, header marks, no foreign references. */
import { everyWire, type Property } from "../property.ts";
import { isObject, type ListedTool } from "../target/target.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
const rows = [
  "tools.input-object",
  "tools.schemas-valid",
  "tools.names",
  "tools.annotations",
  "schema.no-fetch",
  "list.strict",
  "list.portable-names",
  "http.param-annotations",
  "http.param-secrets",
];

export default {
  id: "list.schemas",
  claim: "Published schemas, names and annotations are valid in their dialect and usable by clients",
  rows,
  on: everyWire,
  async run(check) {
    const tools = await (await check.talk()).list();
    const say = (row: string, holds: boolean, says: string) => check.expect(row, holds, says);
    for (const tool of tools) {
      const input: unknown = tool.inputSchema;
      say(
        "tools.input-object",
        isObject(input) && input.type === "object",
        `${tool.name} has no object as input schema`,
      );
      for (const schema of [tool.inputSchema, tool.outputSchema]) {
        if (!isObject(schema)) continue;
        const problem = check.contract.compileProblem(schema);
        say(
          "tools.schemas-valid",
          problem === undefined || problem.strictOnly,
          `${tool.name}: ${problem?.says}`,
        );
        say(
          "list.strict",
          problem === undefined && schema.$schema === dialect,
          `${tool.name}: ${problem?.says ?? `$schema is ${String(schema.$schema)}`}`,
        );
        const foreign = references(schema).find((ref) => !ref.startsWith("#"));
        say("schema.no-fetch", foreign === undefined, `${tool.name} refers to ${foreign}`);
      }
      say("tools.names", /^[A-Za-z0-9_.-]{1,128}$/.test(tool.name), `the name ${tool.name}`);
      say("list.portable-names", /^[a-zA-Z0-9_-]{1,64}$/.test(tool.name), `the name ${tool.name}`);
      const odd = Object.entries(tool.annotations ?? {}).find(([key, value]) => !isAnnotation(key, value));
      say("tools.annotations", odd === undefined, `${tool.name} is annotated with ${JSON.stringify(odd)}`);
      const marks = headerMarks(tool);
      say("http.param-annotations", marks.problem === undefined, `${tool.name}: ${marks.problem}`);
      const secret = marks.properties.find((name) => /pass(word|phrase)|secret|token|api.?key/i.test(name));
      say("http.param-secrets", secret === undefined, `${tool.name} mirrors ${secret} in a header`);
    }
    const names = tools.map((tool) => tool.name);
    say("tools.names", new Set(names).size === names.length, "two tools have one name");
  },
} satisfies Property;

function isAnnotation(key: string, value: unknown): boolean {
  return hints.includes(key) ? typeof value === "boolean" : key === "title" && typeof value === "string";
}

function references(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  const own = typeof value.$ref === "string" ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

/** `x-mcp-header` marks: where they are and what is wrong with the first bad one. */
function headerMarks(tool: ListedTool): { properties: readonly string[]; problem: string | undefined } {
  const properties: string[] = [];
  const seen = new Set<string>();
  let problem: string | undefined;
  const visit = (value: unknown, name: string, reachable: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name, false);
    if (!isObject(value)) return;
    const mark = value["x-mcp-header"];
    if (mark !== undefined) {
      properties.push(name);
      const token = typeof mark === "string" && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(mark);
      const key = String(mark).toLowerCase();
      if (!token) problem ??= `the header mark of ${name} is no token`;
      else if (seen.has(key)) problem ??= `the header mark ${key} is there twice`;
      else if (!["string", "integer", "boolean"].includes(String(value.type)))
        problem ??= `${name} is no scalar`;
      else if (!reachable) problem ??= `${name} is not reached through properties only`;
      seen.add(key);
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === "properties" && isObject(inner)) {
        for (const [property, schema] of Object.entries(inner)) visit(schema, property, reachable);
      } else visit(inner, name, false);
    }
  };
  visit(tool.inputSchema, "the root", true);
  return { properties, problem };
}
