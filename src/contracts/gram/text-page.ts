/** Where a page of running text ends. */
import { bytesOf } from "./budget.ts";

/** As far as `room` bytes of JSON reach, at the end of a paragraph or line where there is one, never inside a character. */
export function textEnd(text: string, from: number, room: number): number {
  if (bytesOf(text.slice(from)) <= room) return text.length;
  let low = from + 1;
  let high = Math.min(text.length, from + room);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bytesOf(text.slice(from, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  for (const boundary of ["\n\n", "\n"]) {
    const at = text.lastIndexOf(boundary, low - boundary.length);
    if (at >= from) return at + boundary.length;
  }
  const unit = text.charCodeAt(low - 1);
  return unit >= 0xd800 && unit < 0xdc00 && low - 1 > from ? low - 1 : low;
}
