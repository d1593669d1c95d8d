/** A byte channel to a server: a child process, or anything that tests plug in. */
import { type ChildProcess, spawn } from "node:child_process";

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Channel {
  write(bytes: string | Uint8Array): void;
  /** Ends the server's input. */
  end(): void;
  onData(listener: (chunk: Buffer) => void): void;
  readonly exit: Promise<Exit>;
  /** The last of what was written to stderr. */
  stderr(): string;
  kill(): void;
}

export interface ConnectOptions {
  /** `unread`: stderr is a pipe that nobody reads. */
  readonly stderr?: "read" | "unread";
}

export type Connect = (options?: ConnectOptions) => Channel;

/** Starts `command` through the shell in a process group of its own, so that ending it ends all of it. */
export function processChannel(command: string, env: NodeJS.ProcessEnv): Connect {
  return (options = {}) => {
    const grouped = process.platform !== "win32";
    const child = spawn(command, { shell: true, detached: grouped, env, stdio: ["pipe", "pipe", "pipe"] });
    let tail = "";
    if (options.stderr !== "unread") {
      child.stderr.on("data", (chunk: Buffer) => {
        tail = (tail + chunk.toString("utf8")).slice(-4_000);
      });
    }
    // A server that is gone makes writes fail; its exit says so better.
    child.stdin.on("error", () => {});
    return {
      write: (bytes) => void child.stdin.write(bytes),
      end: () => child.stdin.end(),
      onData: (listener) => void child.stdout.on("data", listener),
      exit: new Promise((resolve) => {
        child.once("error", () => resolve({ code: null, signal: null }));
        // `close` would wait for the pipes, which grandchildren may hold.
        child.once("exit", (code, signal) => setImmediate(() => resolve({ code, signal })));
      }),
      stderr: () => tail,
      kill: () => killGroup(child, grouped),
    };
  };
}

function killGroup(child: ChildProcess, grouped: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (grouped) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It ended between the check and the signal.
  }
}
