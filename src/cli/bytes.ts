/** Sizes as people read them, and how a download gets on. */
import type { Count } from "./progress.ts";

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `146 MB`, `1.8 GB`; steps of a thousand, as disks and download pages count. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Done and total, speed, and the time left once it can be told. `from` is what was there before. */
export function createByteCount(now: () => number = () => performance.now()): Count {
  let start: { readonly at: number; readonly bytes: number } | undefined;
  return (done, total) => {
    start ??= { at: now(), bytes: done };
    const seconds = (now() - start.at) / 1_000;
    const speed = seconds < 1 ? undefined : (done - start.bytes) / seconds;
    const parts = [total === undefined ? sizeText(done) : `${sizeText(done)} of ${sizeText(total)}`];
    if (speed !== undefined && speed > 0) {
      parts.push(`${sizeText(speed)}/s`);
      if (total !== undefined) parts.push(`${timeText((total - done) / speed)} left`);
    }
    return parts.join(", ");
  };
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
