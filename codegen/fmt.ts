/** Writes tables with one space of padding and no alignment: a long cell never touches its neighbours' lines. */
import { splitRow } from "./table.ts";

export function formatTables(text: string): string {
  let fenced = false;
  const lines = text.split("\n").map((line) => {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced || !line.startsWith("|")) return line;
    const cells = splitRow(line);
    if (cells === undefined) return line;
    const rule = cells.every((cell) => /^:?-+:?$/.test(cell)) && cells.some((cell) => cell.length > 1);
    return `| ${cells.map((cell) => (rule ? "---" : cell.replaceAll("|", "\\|"))).join(" | ")} |`;
  });
  return lines.join("\n");
}
