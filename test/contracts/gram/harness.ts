/** A real gram server over a temporary folder: handlers are tested through the Service, as every wire calls them. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { composeGram, type GramApp } from "../../../src/app/gram/compose.ts";
import type { VaultOptions } from "../../../src/engine/gram/vault.ts";
import type { Caller } from "../../../src/runtime/tool.ts";

/** The worked example of the format: revision 1 and revision 2. */
export const example = readFileSync(new URL("../../../spec/gram/example.gram", import.meta.url));
export const exampleFirst = example.subarray(0, example.indexOf("@rev 2\n"));
export const examplePath = "descriptor-fixture/doc.gram";
export const exampleHashes = { 1: "a2ca28faa8ee8477", 2: "f760d36e615bcb7f" } as const;
export const exampleId = "d_51779bca8dd74f53afe256c4bc8fbe2d";

export interface HarnessOptions extends Partial<VaultOptions> {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Name of the folder. */
  readonly name?: string;
}

export interface Written {
  readonly hash: string;
  readonly path: string;
  readonly rev: number;
}

export interface Harness {
  readonly app: GramApp;
  readonly root: string;
  bytes(path: string): Buffer;
  write(path: string, bytes: string | Uint8Array): void;
  /** `{ ok }` or `{ code, message }`, as it goes on the wire. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of fifteen shapes.
  call(tool: string, args?: object): Promise<any>;
  /** The data of a successful call; anything else throws. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  ok(tool: string, args?: object): Promise<any>;
  /** `CODE message` of a refusal; a success throws. */
  refusal(tool: string, args?: object): Promise<string>;
  /** A document of its own, at revision 1. */
  create(path: string, more?: object): Promise<Written>;
  /** One more revision on top of a stamp. */
  patch(doc: Written, ...changes: readonly object[]): Promise<Written>;
}

const caller: Caller = { client: "test/1.0", session: "s", transport: "direct", local: true };
const silent = { error: () => {}, warn: () => {}, info: () => {} };

/** Everything in it is removed when the test ends. */
export function harness({ files = {}, name = "vault", ...options }: HarnessOptions = {}): Harness {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), "gram-"))), name);
  const write = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  };
  mkdirSync(root);
  for (const [path, bytes] of Object.entries(files)) write(path, bytes);
  const app = composeGram({ vault: { root, access: "write", ...options }, log: silent });
  onTestFinished(async () => {
    await app.close(5_000);
    rmSync(dirname(root), { recursive: true, force: true });
  });

  let requests = 0;
  // biome-ignore lint/suspicious/noExplicitAny: as in Harness.
  const call = async (tool: string, args: object = {}): Promise<any> => {
    const wire = await app.service.call(tool, args, { caller });
    if (wire.kind !== "result") throw new Error(`${tool} answered ${JSON.stringify(wire)}`);
    const { content, structuredContent, isError } = wire.result;
    const text = (content[0] as { text: string }).text;
    if (Buffer.byteLength(text) > 16_384)
      throw new Error(`${tool} answered ${Buffer.byteLength(text)} bytes`);
    if (JSON.stringify(JSON.parse(text)) !== text) throw new Error(`${tool} answered no compact JSON`);
    return isError === true ? structuredContent : { ok: structuredContent };
  };
  const ok = async (tool: string, args?: object) => {
    const answer = await call(tool, args);
    if (!("ok" in answer)) throw new Error(`${tool} answered ${JSON.stringify(answer)}`);
    return answer.ok;
  };
  return {
    app,
    root,
    bytes: (path) => readFileSync(join(root, path)),
    write,
    call,
    ok,
    async refusal(tool, args) {
      const answer = await call(tool, args);
      if ("ok" in answer) throw new Error(`${tool} answered ${JSON.stringify(answer.ok)}`);
      return `${answer.code} ${answer.message}`;
    },
    create: async (path, more = {}) =>
      (await ok("gram_create", { path, request_id: `create-${++requests}`, t: basename(path), ...more })).doc,
    patch: async ({ path, rev, hash }, ...changes) =>
      (
        await ok("gram_patch", {
          path,
          base_revision: rev,
          expected_hash: hash,
          request_id: `patch-${++requests}`,
          changes,
        })
      ).doc,
  };
}

/** The worked example in its folder, at revision 2. */
export function withExample(options: HarnessOptions = {}): Harness {
  return harness({ ...options, files: { [examplePath]: example, ...options.files } });
}

export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));
