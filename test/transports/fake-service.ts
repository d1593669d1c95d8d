/** A small contract with one tool for each thing that a runtime or a transport has to get right. */
import type { ContractRow, ToolRow } from "../../src/runtime/contract.ts";
import { createService } from "../../src/runtime/create-service.ts";
import type { Lease, Leases } from "../../src/runtime/lease.ts";
import type { Outcome, WireResult } from "../../src/runtime/outcome.ts";
import type { Resources } from "../../src/runtime/resources.ts";
import type { AnyTool, Log, Service, ServiceOptions } from "../../src/runtime/service.ts";
import type { Call } from "../../src/runtime/tool.ts";

const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: "object",
  $schema: "https://json-schema.org/draft/2020-12/schema",
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
  ...more,
});

const row = (name: string, input: object, more: Partial<ToolRow> = {}): ToolRow => ({
  name,
  title: name,
  descriptions: { full: `Full description of ${name}.`, small: `Small description of ${name}.` },
  publishOutput: false,
  command: [name],
  effect: "read",
  idempotent: true,
  lock: "none",
  profiles: ["full"],
  errors: [],
  input: input as ToolRow["input"],
  ...more,
});

const write = { effect: "write", idempotent: false } as const;

export const fakeContract: ContractRow = {
  name: "fake",
  server: { name: "fake", version: "1.2.3" },
  profiles: ["full", "small"],
  defaultProfile: "full",
  tools: [
    row(
      "fake_echo",
      object(
        {
          text: { type: "string", minLength: 1 },
          limit: { type: "integer", minimum: 1, maximum: 100, default: 5 },
          share: { type: "number", minimum: 0, maximum: 10 },
          loud: { type: "boolean", default: false },
          tags: { type: "array", items: { type: "string" }, maxItems: 3 },
          either: { type: ["integer", "string"] },
          nothing: { type: ["integer", "null"] },
          where: { $ref: "#/$defs/where" },
        },
        ["text"],
        {
          $defs: {
            where: {
              oneOf: [
                object({ op: { const: "eq" }, value: { type: "integer" } }, ["op", "value"]),
                object({ op: { const: "text" }, value: { type: "string" } }, ["op", "value"]),
                object({ op: { const: "and" }, args: { type: "array", items: { $ref: "#/$defs/where" } } }, [
                  "op",
                  "args",
                ]),
              ],
            },
          },
        },
      ),
      { profiles: ["full", "small"], annotations: { readOnlyHint: true } },
    ),
    row("fake_hold", object({ key: { type: "string" } }, ["key"])),
    row("fake_progress", object({ steps: { type: "integer", default: 3 } })),
    row("fake_fail", object({ how: { enum: ["declared", "thrown", "misfit", "deaf"] } }, ["how"]), {
      errors: ["NOT_FOUND"],
    }),
    row("fake_who", object({})),
    row("fake_write", object({ note: { type: "string" } }, ["note"]), { ...write, lock: "write" }),
    row("fake_capture", object({}), { ...write, lock: "write-long" }),
    row("fake_job", object({}), { ...write, lock: "job" }),
  ],
};

export interface FakeControls {
  /** Calls of any handler, in order. */
  readonly calls: { tool: string; args: unknown }[];
  readonly logged: { level: string; message: string; fields: unknown }[];
  /** Resolves when `fake_hold` with this key is running. */
  started(key: string): Promise<void>;
  release(key: string): void;
  /** Keys whose handler saw its signal fire. */
  readonly aborted: string[];
  /** Lease of the last `fake_job`. */
  jobLease: Lease | undefined;
  readonly leases: Leases & { holder: string | undefined; waits: number[] };
  loads: number;
  failLoads: number;
}

export interface Fake {
  readonly service: Service;
  readonly controls: FakeControls;
  readonly resources: Resources;
  readonly log: Log;
}

export function createFake(overrides: Partial<ServiceOptions> = {}): Fake {
  const held = new Map<string, { started: PromiseWithResolvers<void>; open: PromiseWithResolvers<void> }>();
  const at = (key: string) => {
    const known = held.get(key);
    if (known !== undefined) return known;
    const created = { started: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() };
    held.set(key, created);
    return created;
  };
  const controls: FakeControls = {
    calls: [],
    logged: [],
    started: (key) => at(key).started.promise,
    release: (key) => at(key).open.resolve(),
    aborted: [],
    jobLease: undefined,
    leases: fakeLeases(),
    loads: 0,
    failLoads: 0,
  };
  const note = (level: string) => (message: string, fields?: unknown) => {
    controls.logged.push({ level, message, fields });
  };
  const log: Log = { error: note("error"), warn: note("warn"), info: note("info") };
  const tool = (run: (args: never, call: Call) => unknown): AnyTool => ({
    run: (args, _deps, call) => {
      const { writeEnabled: _gate, ...rest } = call as unknown as Call;
      return run(args, { ...rest, writeEnabled: _gate });
    },
    text: (data) => JSON.stringify(data),
  });
  const counted = (name: string, own: AnyTool): AnyTool => ({
    run: (args, deps, call) => {
      controls.calls.push({ tool: name, args });
      return own.run(args, deps, call);
    },
    text: own.text,
  });
  const handlers: Record<string, AnyTool> = {
    fake_echo: tool((args) => ({ args })),
    fake_hold: tool(async ({ key }: { key: string }, call) => {
      const gate = at(key);
      const onAbort = () => {
        controls.aborted.push(key);
        gate.open.reject(new Error("stopped"));
      };
      if (call.signal.aborted) onAbort();
      call.signal.addEventListener("abort", onAbort, { once: true });
      gate.started.resolve();
      await gate.open.promise;
      return { key };
    }),
    fake_progress: tool(({ steps }: { steps: number }, call) => {
      for (let done = 1; done <= steps; done++) call.progress(done, steps, `step ${done}`);
      return { steps };
    }),
    fake_fail: tool(async ({ how }: { how: string }, call) => {
      if (how === "declared") call.fail("NOT_FOUND", "There is no such note.", { ref: "x" });
      if (how === "thrown") throw new Error("secret of /etc/passwd");
      if (how === "deaf") await at("deaf").open.promise;
      return how === "misfit" ? 7 : {};
    }),
    fake_who: tool((_args, call) => ({ ...call.caller })),
    fake_write: tool(({ note }: { note: string }) => ({ note })),
    fake_capture: tool(() => ({ done: true })),
    fake_job: tool((_args, call) => {
      controls.jobLease = call.handOverLease();
      return { job: 1 };
    }),
  };
  const service = createService({
    contract: fakeContract,
    profile: "full",
    writeEnabled: false,
    load: async () => {
      controls.loads += 1;
      if (controls.loads <= controls.failLoads) throw new Error("the disk is on fire");
      return {
        handlers: Object.fromEntries(
          Object.entries(handlers).map(([name, own]) => [name, counted(name, own)]),
        ),
        deps: {},
        outputs: Object.fromEntries(Object.keys(handlers).map((name) => [name, { type: "object" }])),
        leases: controls.leases,
      };
    },
    present: presentFake,
    log,
    internalCode: "RUNTIME",
    lockedCode: "LOCKED",
    ...overrides,
  });
  return { service, controls, resources: fakeResources, log };
}

function fakeLeases(): FakeControls["leases"] {
  return {
    holder: undefined,
    waits: [],
    async acquire(waitMs) {
      this.waits.push(waitMs);
      if (this.holder !== undefined) return undefined;
      this.holder = "call";
      return {
        release: () => {
          this.holder = undefined;
        },
      };
    },
  };
}

export function presentFake(_tool: string, outcome: Outcome): WireResult {
  switch (outcome.kind) {
    case "ok":
      return {
        kind: "result",
        result: {
          content: [{ type: "text", text: outcome.text }],
          structuredContent: outcome.data as Record<string, unknown>,
        },
      };
    case "error":
      return {
        kind: "result",
        result: {
          content: [{ type: "text", text: `Error: ${outcome.message}` }],
          structuredContent: { error: outcome.code, message: outcome.message },
          isError: true,
        },
      };
    case "invalid":
      return {
        kind: "result",
        result: {
          content: [
            { type: "text", text: outcome.issues.map(({ at, message }) => `${at} ${message}`).join("; ") },
          ],
          isError: true,
        },
      };
    case "unknown":
      return { kind: "protocol-error", code: -32602, message: `Unknown tool: ${outcome.tool}` };
    case "cancelled":
      return { kind: "protocol-error", code: -32603, message: "cancelled" };
  }
}

const notes = ["a", "b", "c"];

export const fakeResources: Resources = {
  templates: () => [
    { uriTemplate: "fake://{+path}", name: "note", mimeType: "text/plain", description: "One note." },
  ],
  async list(cursor) {
    const from = cursor === undefined ? 0 : notes.indexOf(cursor) + 1;
    if (cursor !== undefined && from === 0) return { kind: "bad-cursor" };
    const name = notes[from];
    return {
      kind: "ok",
      resources: name === undefined ? [] : [{ uri: `fake://${name}`, name, mimeType: "text/plain" }],
      ...(from + 1 < notes.length && name !== undefined ? { nextCursor: name } : {}),
    };
  },
  async read(uri) {
    if (uri === "fake://broken") throw new Error("secret of /etc/passwd");
    const name = uri.slice("fake://".length);
    if (!notes.includes(name)) return { kind: "missing", message: "There is no such note." };
    return { kind: "ok", contents: [{ uri, mimeType: "text/plain", text: `note ${name}` }] };
  },
};
