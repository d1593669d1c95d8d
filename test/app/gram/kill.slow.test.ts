/**
 * kill -9 at seeded moments while the real server patches and makes documents. Claim: what was answered is in the file;
 * what was not is there whole or not at all, and the same request again is answered as a replay or done now: never twice.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { type History, readHistory } from "../../../src/engine/gram/history.ts";
import { seeded } from "../../fixtures/random.ts";
import { bundleServer, type GramServer, type Stamp, stampOf, startServer } from "./server.ts";

const bundle = await bundleServer();

const cycles = Number(process.env.CONCORDAT_KILL_CYCLES ?? 12);
const patches = Number(process.env.CONCORDAT_KILL_PATCHES ?? 60);
const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);

interface Asked {
  readonly tool: "gram_create" | "gram_patch";
  readonly args: { readonly path: string; readonly request_id: string } & Record<string, unknown>;
}

const DOCUMENT = "long.gram";
/** Every so many requests a document is made instead of one changed. */
const CREATE_EVERY = 7;

test(`${cycles} kills during ${patches} patches: nothing lost, nothing twice`, {
  timeout: 60_000 + cycles * 10_000,
}, async () => {
  console.log(
    `seed ${seed}; again: CONCORDAT_SEED=${seed} CONCORDAT_KILL_CYCLES=${cycles} CONCORDAT_KILL_PATCHES=${patches} npm run test:slow -- gram/kill`,
  );
  const vault = mkdtempSync(path.join(tmpdir(), "gram-kill-"));
  try {
    const random = seeded(seed);
    const answered = new Map<string, Stamp>();
    const outcomes = { whole: 0, torn: 0, absent: 0, idle: 0 };
    const checked = new Set<string>();
    let asked = 0;
    let patched = 0;
    let pending: Asked | undefined;
    /** Milliseconds that an answer takes here: kills fall within that time and a little behind it. */
    let usual = 5;
    let head: Stamp = { rev: 0, hash: "" };

    const next = (): Asked => {
      asked += 1;
      const request_id = `r-${asked}`;
      if (head.rev === 0) return { tool: "gram_create", args: { path: DOCUMENT, request_id, t: "Long" } };
      if (asked % CREATE_EVERY === 0) {
        return {
          tool: "gram_create",
          args: { path: `new/${request_id}.gram`, request_id, t: request_id, body: "Text.\n" },
        };
      }
      const record = { type: "task", t: request_id, d: "word ".repeat(random.below(400)).trim() };
      return {
        tool: "gram_patch",
        args: {
          path: DOCUMENT,
          request_id,
          base_revision: head.rev,
          expected_hash: head.hash,
          changes: [{ op: "add", record }],
        },
      };
    };
    const settle = (done: Asked, stamp: Stamp) => {
      answered.set(done.args.request_id, stamp);
      if (done.tool === "gram_patch") patched += 1;
      if (done.args.path === DOCUMENT) head = stamp;
      pending = undefined;
    };
    /** Asks again what was on its way when the server was killed. */
    const again = async (server: GramServer, cycle: number) => {
      if (pending === undefined) return;
      const { tool, args } = pending;
      const before = read(path.join(vault, args.path));
      const there = before?.request(args.request_id) !== undefined;
      const { isError, data } = await server.call(tool, args);
      expect(isError, `cycle ${cycle}: ${JSON.stringify(data)}`).toBe(false);
      expect(
        data.replayed === true,
        `cycle ${cycle}: ${args.request_id} was ${there ? "" : "not "}in the file`,
      ).toBe(there);
      if (there) outcomes.whole += 1;
      else if (before?.tail.kind === "torn") outcomes.torn += 1;
      else outcomes.absent += 1;
      settle(pending, data.doc as Stamp);
    };

    for (let cycle = 0; cycle < cycles || patched < patches; cycle += 1) {
      const server = await startServer(bundle, vault);
      await again(server, cycle);
      const quota = Math.ceil(patches / cycles);
      const stop = 2 + random.below(2 * quota);
      let killed: Promise<void> | undefined;
      for (let turn = 0; killed === undefined; turn += 1) {
        pending = next();
        const began = performance.now();
        const answer = server.call(pending.tool, pending.args);
        if (turn === stop) {
          const pause = random.next() * 1.1 * usual;
          killed = new Promise<void>((resolve) => setTimeout(resolve, pause)).then(() => server.kill());
        }
        const got = await answer.catch(() => undefined);
        if (got === undefined) continue;
        // The first call of a server loads half of it.
        if (turn > 0) usual += (performance.now() - began - usual) / 8;
        settle(pending, stampOf(got));
      }
      await killed;
      if (pending === undefined) outcomes.idle += 1;
      const files = new Map<string, History | undefined>();
      for (const [id, stamp] of answered) {
        const name = placeOf(id);
        // What was made once stands alone; the long one is looked at after each kill.
        if (name !== DOCUMENT && checked.has(id)) continue;
        if (!files.has(name)) files.set(name, read(path.join(vault, name)));
        expect(files.get(name)?.request(id)?.n, `cycle ${cycle}: ${id}`).toBe(stamp.rev);
        checked.add(id);
      }
    }
    const last = await startServer(bundle, vault);
    await again(last, cycles);
    expect(await last.end()).toBe(0);

    const long = read(path.join(vault, DOCUMENT)) as History;
    const ids = long.revisions.map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(long.revisions.map(({ n }) => n)).toEqual(ids.map((_, at) => at + 1));
    expect(new Set(ids)).toEqual(new Set([...answered.keys()].filter((id) => placeOf(id) === DOCUMENT)));
    expect(new Set(long.head.records.map(({ fields }) => fields.get("t"))).size).toBe(ids.length - 1);
    expect([long.tail.kind, long.firstWrongHash()]).toEqual(["clean", undefined]);
    console.log(
      `${cycles} kills, ${patched} patches, ${answered.size - patched} documents made: ` +
        `unanswered ${outcomes.whole} whole, ${outcomes.torn} torn, ${outcomes.absent} absent, ${outcomes.idle} kills between two; 0 lost, 0 twice`,
    );

    function placeOf(id: string): string {
      const number = Number(id.slice(2));
      return number > 1 && number % CREATE_EVERY === 0 ? `new/${id}.gram` : DOCUMENT;
    }
  } finally {
    rmSync(vault, { recursive: true, force: true });
  }
});

function read(file: string): History | undefined {
  if (!existsSync(file)) return undefined;
  const result = readHistory(readFileSync(file));
  if (result.kind !== "history") throw new Error(`${file}: ${result.reason}`);
  return result.history;
}
