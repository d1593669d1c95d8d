/** `models` of `index.yml`: presets, the active one, and how long a model may take. */
import { ModelNameError, PRESETS, parseModelName, ROLES, type Role } from "../models/catalog.ts";
import { DEFAULT_MODELS, MODEL_NUMBER_BOUNDS } from "./defaults.ts";
import type { Entries, NodeReader } from "./node-reader.ts";
import type { ModelPreset, ModelsConfig } from "./types.ts";

const MODELS_KEYS = [
  "activePreset",
  "presets",
  "loadTimeout",
  "inferenceTimeout",
  "expandContextSize",
  "warmModelTtl",
] as const;
const PRESET_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

type Node = Parameters<NodeReader["entries"]>[0];

export function readModelsConfig(reader: NodeReader, root: Entries): ModelsConfig {
  const entries = reader.entries(root.get("models"), "models", MODELS_KEYS);
  if (entries === undefined) return DEFAULT_MODELS;
  const number = (key: keyof typeof MODEL_NUMBER_BOUNDS): number =>
    (entries.has(key) ? reader.number(entries.get(key), key, MODEL_NUMBER_BOUNDS[key]) : undefined) ??
    DEFAULT_MODELS[key];
  const presets = readPresets(reader, entries);
  const active = entries.has("activePreset")
    ? reader.choice(entries.get("activePreset"), "activePreset", [
        ...new Set([...presets, ...PRESETS].map(({ id }) => id)),
      ])
    : undefined;
  return {
    ...(active === undefined ? {} : { activePreset: active }),
    presets,
    loadTimeout: number("loadTimeout"),
    inferenceTimeout: number("inferenceTimeout"),
    expandContextSize: number("expandContextSize"),
    warmModelTtl: number("warmModelTtl"),
  };
}

/** The models of a preset or of a collection, by role. */
export function readRoles(reader: NodeReader, entries: Entries | undefined): Partial<Record<Role, string>> {
  return Object.fromEntries(
    ROLES.filter((role) => entries?.has(role)).map((role) => [
      role,
      readModelName(reader, entries?.get(role), role) ?? "",
    ]),
  );
}

function readPresets(reader: NodeReader, models: Entries): readonly ModelPreset[] {
  const seen = new Set<string>();
  return reader.list(models.get("presets"), "presets").flatMap((node) => {
    const preset = readPreset(reader, node);
    if (preset === undefined) return [];
    if (seen.has(preset.id))
      reader.report(node, `A second preset has the id \`${preset.id}\`; give each its own.`);
    seen.add(preset.id);
    return [preset];
  });
}

function readPreset(reader: NodeReader, node: Node): ModelPreset | undefined {
  const entries = reader.entries(node, "a preset", ["id", "name", ...ROLES]);
  if (entries === undefined) return undefined;
  const id = entries.has("id")
    ? reader.text(entries.get("id"), "id")
    : reader.report(entries.line, "A preset needs `id`.");
  if (!entries.has("embed"))
    reader.report(entries.line, "A preset needs `embed`; `builtin` needs no download.");
  if (id !== undefined && !PRESET_ID.test(id)) {
    reader.report(
      entries.get("id"),
      "A preset's id is 1 to 64 of a-z, 0-9, `-`, `_` and `.`, and starts with a letter or a digit.",
    );
  }
  const name = entries.has("name") ? reader.text(entries.get("name"), "name") : undefined;
  const { embed = "", ...rest } = readRoles(reader, entries);
  return id === undefined ? undefined : { id, name: name ?? id, embed, ...rest };
}

function readModelName(reader: NodeReader, node: Node, role: string): string | undefined {
  const given = reader.text(node, role);
  if (given === undefined) return undefined;
  try {
    const { kind } = parseModelName(given);
    if (kind === "builtin" && role !== "embed")
      return reader.report(node, `${role} has no built-in model; leave \`${role}\` out to go without.`);
    return given.trim();
  } catch (error) {
    if (error instanceof ModelNameError) return reader.report(node, error.message);
    throw error;
  }
}
