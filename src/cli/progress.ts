/** Progress of long work on stderr: a bar that redraws itself on a terminal, nothing anywhere else. */
import type { Io } from "./io.ts";

export interface Progress {
  update(done: number, total: number | undefined, message: string | undefined): void;
  /** Takes the bar away. */
  end(): void;
}

const silent: Progress = { update: () => {}, end: () => {} };
const barWidth = 24;
/** Milliseconds between two pictures. */
const pause = 80;

/** How far the work is, in the unit of the work. */
export type Count = (done: number, total: number | undefined) => string;

const pieces: Count = (done, total) => (total === undefined ? `${done}` : `${done}/${total}`);

export function createProgress(
  { stderr, quiet }: Io,
  now: () => number = () => performance.now(),
  count: Count = pieces,
): Progress {
  if (!stderr.isTTY || quiet) return silent;
  let drawn = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    update(done, total, message) {
      if (now() - drawn < pause) return;
      drawn = now();
      shown = true;
      stderr.write(`\r\u001b[2K${line(done, total, message, stderr.columns, count)}`);
    },
    end() {
      if (shown) stderr.write("\r\u001b[2K");
      shown = false;
    },
  };
}

/** One line that fits the terminal. */
export function line(
  done: number,
  total: number | undefined,
  message: string | undefined,
  columns: number,
  count: Count = pieces,
): string {
  const share = total === undefined || total <= 0 ? undefined : Math.min(1, done / total);
  const filled = Math.round((share ?? 0) * barWidth);
  const bar = share === undefined ? "" : `[${"=".repeat(filled)}${" ".repeat(barWidth - filled)}] `;
  const clean = (message ?? "").replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
  return `${bar}${count(done, total)} ${clean}`.trimEnd().slice(0, Math.max(10, columns - 1));
}
