/** The models folder as the command line sees it: which files a configuration names, and errors in words for the user. */
import { join } from "node:path";
import type { IndexConfig, ModelPreset } from "../engine/config/types.ts";
import { ModelNameError, parseModelName, presetsOf, ROLES, type Role } from "../engine/models/catalog.ts";
import { createModelFiles, type ModelFiles } from "../engine/models/files.ts";
import { modelsFolder } from "../engine/models/open-models.ts";
import { PullError } from "../engine/models/pull-error.ts";
import type { AppConfig } from "./config.ts";

/** What went wrong, for the user: the code and the details of the command's error. */
export class ModelsError extends Error {
  readonly code: "VALIDATION" | "NOT_FOUND" | "RUNTIME";
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ModelsError["code"], message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** @throws ModelsError for a hub address that is none */
export function modelFiles({ dirs, models, offline }: AppConfig): ModelFiles {
  const { hub } = models;
  if (hub !== undefined && !/^https?:\/\/\S+$/i.test(hub)) {
    throw new ModelsError(
      "VALIDATION",
      `HF_ENDPOINT is no address: ${JSON.stringify(hub)}. Write one such as https://huggingface.co, or leave it unset.`,
    );
  }
  const token = models.hubToken();
  return createModelFiles({
    folder: modelsFolder(dirs.cache),
    offline,
    ...(hub === undefined ? {} : { hub }),
    ...(token === undefined ? {} : { token }),
  });
}

export function pathIn({ folder }: ModelFiles, file: string): string {
  return join(folder, file);
}

export function downloads(preset: ModelPreset): readonly string[] {
  return downloadable(ROLES.flatMap((role) => preset[role] ?? []));
}

export function downloadable(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => parseModelName(name).kind === "download");
}

/** The id of a preset or the name of a file in the models folder, and no name of a model. */
export function isBareWord(name: string): boolean {
  return /^[\w.-]+$/.test(name);
}

export function isLocalFile(name: string): boolean {
  try {
    return parseModelName(name).kind === "file";
  } catch {
    return false;
  }
}

/** Who uses a file, by its path. */
export function usersOf(
  settings: IndexConfig | undefined,
  files: ModelFiles,
): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  const add = (models: Readonly<Partial<Record<Role, string>>>, who: string) => {
    for (const role of ROLES) {
      const name = models[role];
      if (name === undefined || !["download", "file"].includes(parseModelName(name).kind)) continue;
      const path = files.path(name);
      users.set(path, [...(users.get(path) ?? []), `${who} ${role}`]);
    }
  };
  for (const preset of presetsOf(settings)) add(preset, preset.id);
  for (const { name, models = {} } of settings?.collections ?? []) add(models, `collection ${name}`);
  return users;
}

export function unknownPreset(id: string, presets: readonly ModelPreset[]): ModelsError {
  return new ModelsError(
    "VALIDATION",
    `There is no preset ${JSON.stringify(id)}. There is: ${presets.map((preset) => preset.id).join(", ")}.`,
  );
}

export function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asModelsError(error);
  }
}

export function asModelsError(error: unknown): unknown {
  if (error instanceof ModelNameError) return new ModelsError("VALIDATION", error.message);
  if (error instanceof PullError) return new ModelsError("RUNTIME", error.message, { reason: error.reason });
  return error;
}
