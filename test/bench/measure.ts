/** Timing helpers. Wall figures are noisy on shared machines: quote ratios of one run. */
import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly n: number;
}

/** Nearest-rank percentiles, milliseconds. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), n: sorted.length };
}

export function median(values: readonly number[]): number {
  return spread(values).p50;
}

/** Milliseconds of one synchronous run. */
export function clock(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

export async function clockAsync(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** CPU seconds of this process (all threads) and wall seconds spent in `run`. */
export async function cpu(run: () => unknown): Promise<{ cpu: number; wall: number }> {
  const before = process.cpuUsage();
  const start = performance.now();
  await run();
  const used = process.cpuUsage(before);
  return { cpu: (used.user + used.system) / 1e6, wall: (performance.now() - start) / 1000 };
}

/** Runs a child that prints one JSON object as its last line, and returns it. stderr is shown. */
export async function childJson<T>(file: string, args: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}`);
  return JSON.parse(out.trim().split("\n").at(-1) ?? "") as T;
}

/** Milliseconds from spawn to the first line on stdout that `wanted` accepts, after `input` was written. */
export async function coldStart(
  command: readonly string[],
  input: string,
  wanted: (line: string) => boolean,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const start = performance.now();
  const child = spawn(command[0]!, command.slice(1), { stdio: ["pipe", "pipe", "ignore"], env });
  child.stdin.write(input);
  let buffer = "";
  const elapsed = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      buffer += text;
      if (buffer.split("\n").some((line) => line !== "" && wanted(line))) resolve(performance.now() - start);
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${command.join(" ")} ended without the answer`)));
  });
  child.removeAllListeners("close");
  child.kill("SIGKILL");
  await once(child, "close");
  return elapsed;
}
