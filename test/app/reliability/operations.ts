/** The five ways to write, as a client makes them: what it may believe before, and what once it was answered. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { hubs } from "../../engine/crash/hubs.ts";
import { noteText } from "../../engine/crash/note.ts";
import type { seeded } from "../../fixtures/random.ts";
import { type Answer, type Client, runJob } from "./server.ts";
import { scopes, type Told, textOfFact, type World } from "./world.ts";

export type Kind = "capture" | "remember" | "rename" | "sync" | "index";
export const kinds: readonly Kind[] = ["capture", "remember", "rename", "sync", "index"];

export interface Done {
  readonly kind: Kind;
  readonly outcome: "acknowledged" | "unknown";
  /** Words that have to be found from now on. */
  readonly note?: string;
  readonly fact?: string;
  /** The same request once more: at most one effect, whatever became of the first. */
  retry(client: Client): Promise<Done>;
}

/** @throws Error for an answer that is neither success nor the end of the process */
export async function perform(
  kind: Kind,
  client: Client,
  world: World,
  told: Told,
  token: string,
  random: ReturnType<typeof seeded>,
): Promise<Done> {
  switch (kind) {
    case "capture":
      return capture(client, told, token, random);
    case "remember":
      return remember(client, told, token);
    case "rename":
      return rename(client, told, token, random);
    case "sync":
    case "index":
      return found(kind, client, world, told, token);
  }
}

function capture(
  client: Client,
  told: Told,
  token: string,
  random: ReturnType<typeof seeded>,
): Promise<Done> {
  const content = noteText(token, 1, random.below(18) ** 3);
  const args = {
    collection: "notes",
    path: `f${random.below(3)}/${token}.md`,
    content,
    tags: ["crash"],
    collisionPolicy: "open_existing",
  };
  told.notes.add([{ said: "trying", token, version: 1 }]);
  const once = async (by: Client): Promise<Done> => {
    const answer = await by.call("gno_capture", args);
    const outcome = settled("capture", answer);
    if (answer.kind === "ok")
      told.notes.add([{ said: "written", relPath: answer.data.relPath, token, version: 1 }]);
    return { kind: "capture", outcome, note: token, retry: once };
  };
  return once(client);
}

function remember(client: Client, told: Told, token: string): Promise<Done> {
  const args = { text: textOfFact(token), collection: "facts", scopes, decision: "add" };
  told.triedFacts.add(token);
  const once = async (by: Client): Promise<Done> => {
    const answer = await by.call("gno_remember", args);
    const outcome = settled("remember", answer);
    if (answer.kind === "ok") {
      const uri = decodeURIComponent(String(answer.data.record.uri));
      told.facts.set(token, uri.slice("gno://facts/".length));
    }
    return { kind: "remember", outcome, fact: token, retry: once };
  };
  return once(client);
}

async function rename(
  client: Client,
  told: Told,
  token: string,
  random: ReturnType<typeof seeded>,
): Promise<Done> {
  const hub = hubs[random.below(hubs.length)] as string;
  const from = told.hubs.get(hub)?.at ?? "";
  const name = `${hub}-${token}.md`;
  const move = random.next() < 0.5;
  const tool = move ? "gno_move_note" : "gno_rename_note";
  const target = move ? { folderPath: `d${random.below(3)}`, name } : { name };
  const ref = `hubs/${from}`;
  const preview = await client.call(tool, { action: "preview", ref, ...target });
  const nothing: Done = { kind: "rename", outcome: "unknown", retry: async () => nothing };
  if (settled("rename", preview) === "unknown" || preview.kind !== "ok") return nothing;
  const { planDigest, target: planned } = preview.data;
  told.hubs.set(hub, { at: from, maybe: planned.relPath });
  const args = {
    action: "apply",
    ref,
    ...target,
    schemaVersion: "1.0",
    planDigest,
    confirmation: "apply",
    confirm: true,
  };
  const once = async (by: Client): Promise<Done> => {
    const answer = await by.call(tool, args);
    const outcome = settled("rename", answer);
    if (answer.kind === "ok") {
      if (answer.data.status !== "applied")
        throw new Error(`rename: ${answer.data.status} ${JSON.stringify(answer.data)}`);
      told.hubs.set(hub, { at: planned.relPath });
    }
    return { kind: "rename", outcome, retry: once };
  };
  return once(client);
}

/** A file that another program put there, and a job that finds it. */
async function found(
  kind: "sync" | "index",
  client: Client,
  world: World,
  told: Told,
  token: string,
): Promise<Done> {
  const name = `ext${token}`;
  writeFileSync(path.join(world.folder("notes"), `${name}.md`), noteText(name, 1, 50));
  const once = async (by: Client): Promise<Done> => {
    const answer = await runJob(by, `gno_${kind}`, { collection: "notes" });
    const outcome = settled(kind, answer);
    if (answer.kind === "ok") told.notes.add([{ said: "synced", token: name }]);
    return { kind, outcome, note: name, retry: once };
  };
  return once(client);
}

function settled(kind: Kind, answer: Answer): Done["outcome"] {
  if (answer.kind === "error") throw new Error(`${kind}: ${answer.code} ${answer.message}`);
  return answer.kind === "ok" ? "acknowledged" : "unknown";
}
