/** `gno models list` for people: presets with their models, then the files. */
import type { ModelsOverview, ShownPreset } from "../app/models.ts";
import { sizeText } from "./bytes.ts";
import type { Paint } from "./io.ts";

const colors = { ready: "green", server: "cyan", partial: "yellow", damaged: "red", missing: "dim" } as const;
const words = {
  ready: "ready",
  server: "model server",
  partial: "pulled in part",
  damaged: "damaged",
  missing: "not pulled",
} as const;

export function modelsTable(overview: ModelsOverview, paint: Paint): string {
  const { presets, collections, files, partial, folder } = overview;
  return [
    paint("bold", "Presets (* in use)"),
    ...presets.flatMap(({ id, name, active, models }) => [
      `${active ? "*" : " "} ${paint("cyan", id)}: ${name}`,
      ...roleLines(models, paint),
    ]),
    ...collections.flatMap(({ name, models }) => [
      `  collection ${paint("cyan", name)}`,
      ...roleLines(models, paint),
    ]),
    "",
    paint("bold", `Files in ${folder}`),
    ...files.map(({ file, bytes, usedBy, sha256 }) => {
      const notes = [
        sizeText(bytes),
        usedBy.length === 0 ? "used by nothing" : usedBy.join(", "),
        ...(sha256 === undefined ? ["no checksum"] : []),
      ];
      return `  ${file}  ${paint("dim", notes.join("; "))}`;
    }),
    ...partial.map(({ file, bytes, total }) => {
      const size = total === undefined ? sizeText(bytes) : `${sizeText(bytes)} of ${sizeText(total)}`;
      return `  ${file}  ${paint("yellow", `${size}; not whole yet`)}`;
    }),
    ...(files.length + partial.length === 0 ? ["  none"] : []),
  ].join("\n");
}

function roleLines(models: ShownPreset["models"], paint: Paint): readonly string[] {
  return Object.entries(models).map(([role, { label, kind, state, bytes, url }]) => {
    const where = url === undefined ? "" : ` at ${url}`;
    const size = state === "ready" && bytes !== undefined ? `, ${sizeText(bytes)}` : "";
    const how = kind === "file" && state === "missing" ? "not there" : words[state];
    return `    ${role.padEnd(6)}  ${label}${where}  ${paint(colors[state], `${how}${size}`)}`;
  });
}
