/**
 * Four processes write to one index at once: two servers on stdio, one on HTTP, the command line. Claim: only documented
 * refusals, nothing lost, nothing doubled, and a journal of changes without a gap.
 */
import { execFile, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bundle } from "../../cli/bundle.ts";
import { seeded } from "../../fixtures/random.ts";
import { modernHeaders } from "../../transports/http-client.ts";
import { modernRequest } from "../../transports/wire.ts";
import { type Done, type Kind, perform } from "./operations.ts";
import { answerOf, type Client, startServer } from "./server.ts";
import {
  damageAfterSync,
  faultsIn,
  indexedWorld,
  notFound,
  nothingTold,
  recover,
  type World,
} from "./world.ts";

const entry = path.join(bundle(), "gno.js");
const seconds = Number(process.env.CONCORDAT_WRITE_SECONDS ?? 10);
const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
/** What a writer may hear when others write: the lease was not free in time, or this process has a job already. */
const documented = /^Error: \w+: (LOCKED|MEMORY_WRITE_LEASE_BUSY|JOB_CONFLICT) /;
const limits = "gateway:\n  limits:\n    maxRequestsPerMinute: 100000\n";

async function serve(world: World): Promise<Client> {
  const child = spawn(process.execPath, [entry, "serve", "--port", "0", "--mcp-enable-write"], {
    env: { ...process.env, ...world.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      const found = /http:\/\/\S+\/mcp/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
  let id = 0;
  return {
    async call(name, args = {}) {
      const params = { name, arguments: args };
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(modernHeaders("tools/call", params) as Record<string, string>),
        },
        body: JSON.stringify(modernRequest(id++, "tools/call", params)),
      });
      const text = await response.text();
      const line = text.startsWith("{")
        ? text
        : text
            .split("\n")
            .findLast((one) => one.startsWith("data: "))
            ?.slice(6);
      return answerOf(JSON.parse(line ?? "{}"));
    },
  };
}

test(`REL-CONC-01: 4 processes write for ${seconds} s and lose nothing`, {
  timeout: 180_000 + seconds * 4000,
}, async () => {
  const world = await indexedWorld(limits);
  try {
    const told = nothingTold();
    const stdio = [startServer(entry, world), startServer(entry, world)];
    const clients: readonly Client[] = [...stdio, await serve(world)];
    await Promise.all(clients.map((client) => client.call("gno_status")));
    const until = performance.now() + seconds * 1000;
    const done: Done[] = [];
    const refusals: Record<string, number> = {};
    let runs = 0;
    const write = async (client: Client, at: number): Promise<void> => {
      const random = seeded(seed + at);
      for (let turn = 0; performance.now() < until; turn++) {
        // One process alone renames: two would make plans for the same notes.
        const kinds: readonly Kind[] = [
          "capture",
          "capture",
          "remember",
          "sync",
          ...(at === 0 ? (["rename"] as const) : []),
        ];
        const kind = kinds[random.below(kinds.length)] as Kind;
        try {
          done.push(await perform(kind, client, world, told, `w${at}x${turn}`, random));
        } catch (error) {
          const code = documented.exec(String(error))?.[1];
          if (code === undefined) throw error;
          refusals[code] = (refusals[code] ?? 0) + 1;
        }
      }
    };
    const command = async (): Promise<void> => {
      while (performance.now() < until) {
        try {
          await promisify(execFile)(process.execPath, [entry, "index", "--json"], {
            env: { ...process.env, ...world.env },
          });
          runs++;
        } catch (error) {
          const { stdout, stderr } = error as { stdout: string; stderr: string };
          if (!/LOCKED/.test(stdout + stderr)) throw error;
          refusals.LOCKED = (refusals.LOCKED ?? 0) + 1;
        }
      }
    };
    await Promise.all([...clients.map(write), command()]);
    expect(done.filter(({ outcome }) => outcome !== "acknowledged")).toEqual([]);
    expect(await Promise.all(stdio.map((server) => server.ended()))).toEqual([0, 0]);

    const { engine } = await recover(world);
    expect(faultsIn(world, told)).toEqual([]);
    expect(
      notFound(engine, [...told.notes.acknowledged, ...told.notes.synced], [...told.facts.keys()]),
    ).toEqual([]);
    // Doctor counts the journal of changes and compares its last word with the index.
    expect(await damageAfterSync(world, engine)).toEqual([]);
    await engine.close(5000);
    expect(done.length).toBeGreaterThan(seconds);
    const told_ = ["capture", "remember", "rename", "sync"].map(
      (kind) => `${kind} ${done.filter((one) => one.kind === kind).length}`,
    );
    console.log(
      `seed ${seed}: 4 processes, ${seconds} s, ${done.length} acknowledged writes (${told_.join(", ")}) and ${runs} runs of gno index; ` +
        `refused ${JSON.stringify(refusals)}, 0 lost, 0 doubled, no gap`,
    );
  } finally {
    world.remove();
  }
});
