/** The product as a process: `gno mcp` or any command in front of it, one client that believes nothing but answers. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { modernRequest } from "../../transports/wire.ts";
import type { World } from "./world.ts";

export type Answer =
  // biome-ignore lint/suspicious/noExplicitAny: answers of twenty shapes.
  | { readonly kind: "ok"; readonly data: any }
  | { readonly kind: "error"; readonly code: string; readonly message: string }
  /** The process ended first: the call may have happened or not. */
  | { readonly kind: "unknown" };

export interface Client {
  call(tool: string, args?: object): Promise<Answer>;
}

export interface Server extends Client {
  readonly child: ChildProcess;
  /** Kills it where it stands; answers that were written before are still read. */
  kill(): Promise<void>;
  /** Closes its input. @returns the exit code, null after a signal. */
  ended(): Promise<number | null>;
  readonly stderr: () => string;
}

export interface StartOptions {
  /** In front of the program, as strace is. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function startServer(entry: string, world: World, options: StartOptions = {}): Server {
  const [program = process.execPath, ...args] = [
    ...(options.command ?? []),
    process.execPath,
    entry,
    "mcp",
    "--enable-write",
    ...(options.args ?? []),
  ];
  // A group of its own: under strace the kill has to reach the program as well.
  const child = spawn(program, args, {
    env: { ...process.env, ...world.env, ...options.env },
    detached: true,
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let errors = "";
  let over = false;
  let next = 0;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parse(line);
    const settle = message === undefined ? undefined : waiting.get(message.id);
    if (settle === undefined || message === undefined) return;
    waiting.delete(message.id);
    settle(answerOf(message));
  });
  const closed = once(child, "close").then(() => {
    over = true;
    for (const settle of waiting.values()) settle({ kind: "unknown" });
    waiting.clear();
  });
  return {
    child,
    stderr: () => errors,
    call: (name, args = {}) =>
      new Promise((resolve) => {
        if (over) return resolve({ kind: "unknown" });
        const id = next++;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify(modernRequest(id, "tools/call", { name, arguments: args }))}\n`);
      }),
    async kill() {
      try {
        if (!over && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It ended by itself a moment before.
      }
      await closed;
    },
    async ended() {
      child.stdin.end();
      await closed;
      return child.exitCode;
    },
  };
}

interface Message {
  readonly id: number;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: { readonly error?: string; readonly message?: string };
  };
}

/** A kill may cut the last line short. */
function parse(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}

export function answerOf({ error, result }: Omit<Message, "id">): Answer {
  if (error !== undefined) return { kind: "error", code: String(error.code), message: error.message };
  const data = result?.structuredContent;
  if (result?.isError !== true) return { kind: "ok", data };
  return { kind: "error", code: data?.error ?? "", message: data?.message ?? JSON.stringify(result) };
}

/** Starts a job and waits for its end. */
export async function runJob(client: Client, tool: string, args: object = {}): Promise<Answer> {
  const started = await client.call(tool, args);
  if (started.kind !== "ok") return started;
  for (;;) {
    const job = await client.call("gno_job_status", { jobId: started.data.jobId });
    if (job.kind !== "ok" || job.data.status === "completed") return job;
    if (job.data.status === "failed") {
      const [code = "", message = ""] = String(job.data.error).split(/: (.*)/s);
      return { kind: "error", code, message };
    }
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}
