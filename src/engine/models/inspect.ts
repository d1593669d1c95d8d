/** What there is of a configured model, found by looking at the file alone: nothing is loaded and no server is asked. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { IndexConfig } from "../config/types.ts";
import { EmbeddingUnavailable } from "../embed/port.ts";
import { activePreset, type ModelSource, modelFor, parseModelName, ROLES, type Role } from "./catalog.ts";
import type { ModelFiles } from "./files.ts";
import { checkGgufFile } from "./gguf-file.ts";

export interface ModelInfo {
  /** As configured. */
  readonly name: string;
  /** Short, for people: a file name or the model id of a server. */
  readonly label: string;
  readonly kind: ModelSource["kind"];
  /** `server`: on a model server, which was not asked. */
  readonly state: "ready" | "missing" | "partial" | "damaged" | "server";
  readonly path?: string;
  readonly bytes?: number;
  /** Address of the model server. */
  readonly url?: string;
  readonly problem?: string;
  /** What to do about it. */
  readonly cure?: string;
}

/** A model that the configuration wants now. */
export interface WantedModel {
  readonly role: Role;
  readonly name: string;
  /** undefined = by the active preset. */
  readonly collection?: string;
}

/** What the active preset and the collections with models of their own ask for, each once. */
export function wantedModels(config: IndexConfig | undefined): readonly WantedModel[] {
  const preset = activePreset(config);
  const common = ROLES.flatMap((role): WantedModel[] => {
    const name = role === "expand" ? preset.expand : modelFor(config, role);
    return name === undefined ? [] : [{ role, name }];
  });
  const own = (config?.collections ?? []).flatMap((collection) =>
    ROLES.flatMap((role): WantedModel[] => {
      const name = collection.models?.[role];
      return name === undefined ? [] : [{ role, name, collection: collection.name }];
    }),
  );
  return [...common, ...own];
}

/** Never throws for a model that is not as it should be. @throws ModelNameError for a name that is none */
export async function inspectModel(name: string, files: ModelFiles): Promise<ModelInfo> {
  const source = parseModelName(name);
  if (source.kind === "builtin") return { name, label: name, kind: "builtin", state: "ready" };
  if (source.kind === "server")
    return { name, label: source.model, kind: "server", state: "server", url: source.url };
  const { kind, name: label } = source;
  const path = files.path(name);
  const about = { name, label, kind, path };
  const pull = `Pull it with: gno models pull ${name}`;
  const cure =
    kind === "download" ? pull : "Put it there, or name another model in models.presets of index.yml.";
  const { size } = (await stat(path).catch(() => undefined)) ?? {};
  if (size === undefined) {
    const { partial } = await files.list();
    const part = kind === "download" ? partial.find(({ file }) => file === basename(path)) : undefined;
    return part === undefined
      ? { ...about, state: "missing", problem: `${label} is not there`, cure }
      : { ...about, state: "partial", bytes: part.bytes, problem: `${label} is not whole yet`, cure };
  }
  try {
    await checkGgufFile(path, "", label);
    return { ...about, state: "ready", bytes: size };
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailable)) throw error;
    const again = kind === "download" ? `${pull} --force` : "Put a whole copy there.";
    const problem = error.message.replace(/\.\s*$/, "");
    return { ...about, state: "damaged", bytes: size, problem, cure: again };
  }
}
