/**
 * 200 generated calls and 200 near-misses of each read tool, on a vault: calls whose references come from it mostly
 * succeed, so that the answers judged are not all refusals; and no file and no row of either database changes.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "../../conformance/arbitrary/calls.ts";
import { fromSchema } from "../../conformance/arbitrary/from-schema.ts";
import { nearMiss } from "../../conformance/arbitrary/near-miss.ts";
import { loadContract } from "../../conformance/contract.ts";
import { codeOf, judgeAnswer, templateProblem } from "../../conformance/judge.ts";
import type { Pool } from "../../conformance/knowledge/knowledge.ts";
import { knowledgeOf } from "../../conformance/knowledge/knowledge.ts";
import { stdioTarget } from "../../conformance/target/stdio.ts";
import type { Conversation, Json } from "../../conformance/target/target.ts";
import { Watch } from "../../conformance/target/watch.ts";
import { type GnoServer, startGno } from "./gno-server.ts";

const contract = loadContract("gno");
const knowledge = knowledgeOf("gno");
const reads = contract.tools.filter((tool) => tool.effect === "read");
const seed = 4_112_026;
const numRuns = 200;

let server: GnoServer;
let talk: Conversation;
let pool: Pool;
let before: State;

beforeAll(async () => {
  server = await startGno(contract, { profile: "full", write: false });
  const connect = server.stdio;
  const target = stdioTarget({ era: "modern", connect, watch: new Watch("modern"), timeoutMs: 20_000 });
  talk = await target.open();
  pool = await knowledge.pool(talk);
  before = state(server);
});

afterAll(async () => {
  const after = state(server);
  await talk.close();
  await server.close();
  expect(Object.keys(before.tables).length).toBeGreaterThan(10);
  expect(after).toEqual(before);
});

/** Tools that look for what an earlier call made: nothing made a job, trace or receipt here. */
const unmade = new Set(["gno_egress_audit_show", "gno_trace_show", "gno_job_status"]);

describe.each(reads.map((tool) => ({ name: tool.name, tool })))("$name", ({ name, tool }) => {
  const isValid = contract.fitsInput(tool);

  test(`answers ${numRuns} calls that fit its schema`, { timeout: 300_000 }, async () => {
    const built = callsOf(tool, {
      pool,
      isValid: (args) => isValid(args),
      isLawful: (args) => knowledge.isLawful(name, args),
    });
    const codes = new Map<string, number>();
    for (const args of fc.sample(built, { seed, numRuns })) {
      const reply = await talk.call(name, args);
      expect(judgeAnswer(contract, tool, reply)?.says, JSON.stringify(args)).toBeUndefined();
      const code = reply.result?.isError === true ? (codeOf(reply.result) ?? "?") : "ok";
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    if (unmade.has(name)) expect([...codes.keys()]).toEqual(["NOT_FOUND"]);
    else expect(codes.get("ok") ?? 0, JSON.stringify([...codes])).toBeGreaterThanOrEqual(numRuns / 2);
  });

  test(`refuses ${numRuns} calls one step beside it`, { timeout: 300_000 }, async () => {
    const valid = (fromSchema(tool.input) as fc.Arbitrary<Json>).filter((args) => isValid(args));
    const misses = nearMiss(tool.input, valid, isValid);
    if (misses === undefined) return expect(Object.keys(tool.input.properties ?? {})).toEqual([]);
    const { refusal } = contract.golden(tool);
    for (const { arguments: args } of fc.sample(misses, { seed, numRuns })) {
      const { result } = await talk.call(name, args);
      expect(templateProblem(refusal, result ?? {}), JSON.stringify(args)).toBeUndefined();
    }
  });
});

interface State {
  readonly files: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, string>>;
}

/** Hashes and times of the user's files, and every row of each database. */
function state({ vault }: GnoServer): State {
  const files: Record<string, string> = {};
  const tables: Record<string, string> = {};
  const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
  const list = (root: string) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...list(vault.path), ...list(join(vault.home, "config"))]) {
    files[path] = `${hash(readFileSync(path))} ${statSync(path).mtimeMs}`;
  }
  for (const path of list(vault.home).filter((one) => /\/(index|durable)-[^/]*\.sqlite$/.test(one))) {
    const db = new Database(path, { readonly: true });
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const name of names as string[]) {
      const rows = db.prepare(`SELECT * FROM "${name}"`).raw().all();
      tables[`${path} ${name}`] = hash(rows.map((row) => JSON.stringify(row)).join("\n"));
    }
    db.close();
  }
  return { files, tables };
}
