/** Starts the server of `stdio-process.ts` as a client would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("./stdio-process.ts", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  send(...messages: unknown[]): void;
  /** Resolves when stdout holds the text. */
  shows(text: string): Promise<void>;
}

/** Behind a shell pipe descriptor 1 is a pipe; started by Node it is a socket. */
export function start(how: "socket" | "pipe", ...args: string[]): Started {
  const command = [process.execPath, program, ...args];
  const child =
    how === "socket"
      ? spawn(command[0]!, command.slice(1), { stdio: "pipe" })
      : spawn("/bin/sh", ["-c", '"$@" | cat', "sh", ...command], { stdio: "pipe" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const seen = { stdout: "", stderr: "" };
  const waiting: (() => void)[] = [];
  for (const name of ["stdout", "stderr"] as const) {
    child[name]!.setEncoding("utf8").on("data", (chunk: string) => {
      seen[name] += chunk;
      for (const look of waiting) look();
    });
  }
  return {
    child,
    ended: once(child, "close").then(([code]) => ({ code: code as number | null, ...seen })),
    send: (...messages) => {
      child.stdin!.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    },
    shows: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (seen.stdout.includes(text)) resolve();
        };
        waiting.push(look);
        look();
      }),
  };
}
