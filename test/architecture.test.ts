/**
 * Which layer may import which, held against the source itself, and a few habits that keep it so. The table is the rule;
 * the walk reads TypeScript's own syntax tree, dynamic imports and re-exports included.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Layer {
  readonly name: string;
  /** First match wins. A group named `c` is the contract. */
  readonly files: RegExp;
  /** `<c>` is this file's own contract. */
  readonly may: readonly string[];
}

const LAYERS: readonly Layer[] = [
  { name: "generated/sdk", files: /^generated\/(?<c>[^/]+)\/sdk\.ts$/, may: ["generated/<c>/", "src/sdk/"] },
  {
    name: "generated/bind",
    files: /^generated\/(?<c>[^/]+)\/bind\.ts$/,
    may: ["generated/<c>/", "src/contracts/<c>/", "src/runtime/"],
  },
  { name: "generated", files: /^generated\/(?<c>[^/]+)\//, may: ["generated/<c>/"] },
  { name: "src/engine", files: /^src\/engine\//, may: [] },
  { name: "src/runtime", files: /^src\/runtime\//, may: [] },
  {
    name: "src/contracts",
    files: /^src\/contracts\/(?<c>[^/]+)\//,
    may: ["src/engine/", "src/runtime/", "generated/<c>/"],
  },
  { name: "src/transports", files: /^src\/transports\//, may: ["src/runtime/"] },
  {
    name: "src/app",
    files: /^src\/app\//,
    may: ["src/engine/", "src/runtime/", "src/contracts/", "src/transports/", "generated/"],
  },
  // The one door from the product into the suite: the toolkit's `conform`.
  {
    name: "src/cli/concordat",
    files: /^src\/cli\/concordat\.ts$/,
    may: ["src/cli/", "src/app/", "conformance/main.ts"],
  },
  { name: "src/cli", files: /^src\/cli\//, may: ["src/app/"] },
  { name: "src/sdk", files: /^src\/sdk\//, may: [] },
  { name: "conformance", files: /^conformance\//, may: ["generated/", "golden/"] },
  { name: "codegen", files: /^codegen\//, may: [] },
];

/** Packages with a home: nobody else in the product imports them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@modelcontextprotocol/client": ["src/sdk/"],
  "@modelcontextprotocol/server": ["src/transports/", "src/app/"],
  "better-sqlite3": ["src/engine/"],
  citty: ["src/cli/", "conformance/", "codegen/"],
};

interface Edge {
  readonly from: string;
  /** Path from the root for a relative import, else the package. */
  readonly to: string;
  readonly line: number;
}

interface Found {
  readonly edges: readonly Edge[];
  /** `import()` of something that is not written out. */
  readonly opaque: readonly number[];
  readonly env: readonly number[];
  readonly lets: readonly number[];
}

function inspect(path: string, text: string): Found {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const edges: Edge[] = [];
  const opaque: number[] = [];
  const env: number[] = [];
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const add = (node: ts.Node, specifier: ts.Node | undefined): void => {
    if (specifier === undefined) return;
    if (!ts.isStringLiteralLike(specifier)) opaque.push(lineOf(node));
    else edges.push({ from: path, to: target(path, specifier.text), line: lineOf(node) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node, node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0]);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node, node.argument.literal);
    if (ts.isPropertyAccessExpression(node) && node.getText() === "process.env") env.push(lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  const lets = file.statements
    .filter((node) => ts.isVariableStatement(node) && (node.declarationList.flags & ts.NodeFlags.Const) === 0)
    .filter((node) => !node.getText().startsWith("declare "));
  return { edges, opaque, env, lets: lets.map(lineOf) };
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  const [scope = "", name] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.test(path));
}

/** Why an edge is not allowed; undefined when it is. */
function fault({ from, to, line }: Edge): string | undefined {
  const layer = layerOf(from);
  if (layer === undefined) return `${from}: belongs to no layer; add it to the table`;
  if (PACKAGES[to] !== undefined) {
    return PACKAGES[to].some((home) => from.startsWith(home))
      ? undefined
      : `${from}:${line}: ${to} is imported in ${PACKAGES[to].join(", ")} only`;
  }
  // Facts of the package itself, such as its version, belong to nobody.
  if (!/^(generated|golden|src|conformance|codegen|test|spec|schemas)\//.test(to)) return undefined;
  const contract = layer.files.exec(from)?.groups?.c ?? "";
  const own = layerOf(to) === layer && layer.files.exec(to)?.groups?.c === layer.files.exec(from)?.groups?.c;
  const allowed = own || layer.may.some((prefix) => to.startsWith(prefix.replace("<c>", contract)));
  return allowed ? undefined : `${from}:${line}: ${layer.name} may not import ${to}`;
}

function sources(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|mts|js)$/.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.slice(ROOT.length).replaceAll("\\", "/"), entry.name))
    .sort();
}

const walked = new Map(
  sources("src", "generated", "codegen", "conformance").map((path) => [
    path,
    inspect(path, readFileSync(join(ROOT, path), "utf8")),
  ]),
);
const places = (pick: (found: Found) => readonly number[], scope: RegExp): string[] =>
  [...walked].flatMap(([path, found]) =>
    scope.test(path) ? pick(found).map((line) => `${path}:${line}`) : [],
  );

describe("imports", () => {
  test("go only where the table allows", () => {
    const faults = [...walked.values()]
      .flatMap(({ edges }) => edges.map(fault))
      .filter((text) => text !== undefined);
    expect(faults).toEqual([]);
  });

  test("were seen in every layer, so that an empty walk cannot pass", () => {
    const seen = new Set(
      [...walked.values()].flatMap(({ edges }) => edges.map(({ from }) => layerOf(from)?.name)),
    );
    const present = new Set([...walked.keys()].map((path) => layerOf(path)?.name));
    // Data files of a contract import nothing; every other layer has code that does.
    expect([...present].filter((name) => name !== "generated" && !seen.has(name))).toEqual([]);
    expect(present.size).toBeGreaterThan(8);
  });

  test("are written out, so that they can be judged", () => {
    expect(places(({ opaque }) => opaque, /^(src|conformance|codegen)\//)).toEqual([]);
  });

  test.each([
    [
      "an engine that knows a contract",
      "src/engine/x.ts",
      'import { gno } from "../../generated/gno/tools.ts";',
      "src/engine may not import generated/gno/tools.ts",
    ],
    [
      "a runtime that knows the engine, by type alone",
      "src/runtime/x.ts",
      'import type { Engine } from "../engine/engine.ts";',
      "src/runtime may not import src/engine/engine.ts",
    ],
    [
      "one contract that knows another",
      "src/contracts/gno/x.ts",
      'export { get } from "../gram/get.ts";',
      "src/contracts may not import src/contracts/gram/get.ts",
    ],
    [
      "a transport that loads the engine late",
      "src/transports/x.ts",
      'const engine = () => import("../engine/engine.ts");',
      "src/transports may not import src/engine/engine.ts",
    ],
    [
      "a suite that looks into the product",
      "conformance/x.ts",
      'type T = import("../src/runtime/tool.ts").Tool;',
      "conformance may not import src/runtime/tool.ts",
    ],
    [
      "a generator that uses the product",
      "codegen/x.ts",
      'import "../src/runtime/validate.ts";',
      "codegen may not import src/runtime/validate.ts",
    ],
    [
      "a command that goes past the application",
      "src/cli/x.ts",
      'import { search } from "../engine/search/search.ts";',
      "src/cli may not import src/engine/search/search.ts",
    ],
    [
      "a database outside the engine",
      "src/contracts/gno/x.ts",
      'import Database from "better-sqlite3";',
      "better-sqlite3 is imported in src/engine/ only",
    ],
    ["a file of no layer", "src/odd/x.ts", 'import "node:fs";', "belongs to no layer"],
  ])("find %s", (_name, path, text, want) => {
    expect(inspect(path, text).edges.map(fault).join()).toContain(want);
  });
});

describe("habits", () => {
  test("the environment is read in src/app/config.ts alone", () => {
    expect(places(({ env }) => env, /^src\/(?!app\/config\.ts$)/)).toEqual([]);
    expect(walked.get("src/app/config.ts")?.env.length).toBeGreaterThan(0);
  });

  test("no module keeps state of its own", () => {
    expect(places(({ lets }) => lets, /^src\//)).toEqual([]);
    expect(inspect("x.ts", "export let a = 1;\nconst b = 2;\nvar c = 3;\ndeclare let d: 1;").lets).toEqual([
      1, 3,
    ]);
  });

  test("no file is named for having no subject", () => {
    const all = sources("src", "codegen", "conformance", "test");
    expect(all.filter((path) => /^(utils?|helpers?|common|misc)\b/.test(basename(path)))).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });
});
