/** `gno models`: which models there are, getting, choosing, checking and removing them. Nothing is loaded, no server asked. */
import { stat } from "node:fs/promises";
import { createConfigStore } from "../engine/config/store.ts";
import {
  activePreset,
  modelFor,
  parseModelName,
  presetsOf,
  ROLES,
  type Role,
} from "../engine/models/catalog.ts";
import type { PartialModel, PullOptions, StoredModel, Verified } from "../engine/models/files.ts";
import { inspectModel, type ModelInfo, wantedModels } from "../engine/models/inspect.ts";
import type { AppConfig } from "./config.ts";
import {
  asModelsError,
  downloadable,
  downloads,
  explained,
  isBareWord,
  isLocalFile,
  ModelsError,
  modelFiles,
  pathIn,
  unknownPreset,
  usersOf,
} from "./models-folder.ts";

export interface ShownPreset {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** By role; a role without a model is absent. */
  readonly models: Readonly<Partial<Record<Role, ModelInfo>>>;
}

export interface ShownFile extends StoredModel {
  /** `slim embed`, `collection notes embed`: what it is for in presets and collections. */
  readonly usedBy: readonly string[];
}

export interface ModelsOverview {
  readonly activePreset: string;
  /** What plays each role now, as named; a role that nothing plays is absent. */
  readonly roles: Readonly<Partial<Record<Role, string>>>;
  readonly presets: readonly ShownPreset[];
  readonly collections: readonly { readonly name: string; readonly models: ShownPreset["models"] }[];
  readonly folder: string;
  readonly files: readonly ShownFile[];
  readonly partial: readonly PartialModel[];
}

export interface PresetChange {
  readonly activePreset: string;
  readonly previous: string;
  readonly embed: { readonly before: string; readonly after: string };
  /** Some chunks need vectors of another model now. */
  readonly reembed: boolean;
  /** Models of the preset that must be pulled first. */
  readonly missing: readonly string[];
}

export type Removal = Pick<StoredModel, "file" | "bytes"> & { readonly usedBy: readonly string[] };

export type { PullOptions, StoredModel, Verified };
export { ModelsError };

export interface ModelsAdmin {
  readonly folder: string;
  overview(): Promise<ModelsOverview>;
  /** Names of the models to pull for a preset's id or a model's name; default what the configuration wants now. */
  toPull(name?: string): readonly string[];
  pull(name: string, options: PullOptions): Promise<StoredModel & { readonly alreadyThere: boolean }>;
  use(preset: string): Promise<PresetChange>;
  verify(name: string | undefined, signal: AbortSignal): Promise<readonly Verified[]>;
  /** The files that a name stands for, with who uses them. */
  toRemove(name: string): Promise<readonly Removal[]>;
  remove(file: string): Promise<void>;
  /** Where the model's file lies or would lie. */
  path(name: string): Promise<string>;
}

/** Every function @throws ModelsError, ConfigError */
export function createModelsAdmin(app: AppConfig): ModelsAdmin {
  const config = createConfigStore(app.configFile);
  const files = modelFiles(app);
  const presets = () => presetsOf(config.load());
  const presetOf = (id: string) => presets().find((preset) => preset.id === id);

  const inspected = async (
    models: Readonly<Partial<Record<Role, string>>>,
  ): Promise<ShownPreset["models"]> => {
    const entries = ROLES.flatMap((role) =>
      models[role] === undefined ? [] : [[role, models[role]] as const],
    );
    return Object.fromEntries(
      await Promise.all(
        entries.map(async ([role, name]) => [role, await inspectModel(name, files)] as const),
      ),
    );
  };

  /** Files of the folder that a preset's id, a model's name or a file's name stands for. */
  const filesOf = async (name: string) => {
    const { models, partial } = await files.list();
    const listed = [...models, ...partial];
    const preset = presetOf(name);
    if (preset !== undefined) {
      const wanted = new Set(downloads(preset).map((model) => files.path(model)));
      return listed.filter(({ file }) => wanted.has(pathIn(files, file)));
    }
    const exact = listed.filter(({ file }) => file === name);
    if (exact.length > 0) return exact;
    const short = listed.filter(({ file }) => file.split("__").at(-1) === name);
    if (short.length > 1) {
      throw new ModelsError(
        "VALIDATION",
        `${name} is the name of ${short.length} files. Name one: ${short.map(({ file }) => file).join(", ")}.`,
      );
    }
    if (isBareWord(name)) return short;
    const place = explained(() => files.path(name));
    return listed.filter(({ file }) => pathIn(files, file) === place);
  };

  const known = async (name: string) => {
    const found = await filesOf(name);
    if (found.length > 0) return found;
    throw new ModelsError(
      "NOT_FOUND",
      `Nothing of ${name} is in the models folder. See what there is: gno models list`,
    );
  };

  return {
    folder: files.folder,

    async overview() {
      const settings = config.load();
      const active = activePreset(settings).id;
      const { models, partial } = await files.list();
      const users = usersOf(settings, files);
      return {
        activePreset: active,
        roles: Object.fromEntries(
          ROLES.flatMap((role) => {
            const name = modelFor(settings, role);
            return name === undefined ? [] : [[role, name]];
          }),
        ),
        presets: await Promise.all(
          presets().map(async (preset) => ({
            id: preset.id,
            name: preset.name,
            active: preset.id === active,
            models: await inspected(preset),
          })),
        ),
        collections: await Promise.all(
          (settings?.collections ?? [])
            .filter(({ models: own }) => Object.keys(own ?? {}).length > 0)
            .map(async ({ name, models: own = {} }) => ({ name, models: await inspected(own) })),
        ),
        folder: files.folder,
        files: models.map((model) => ({ ...model, usedBy: users.get(model.path) ?? [] })),
        partial,
      };
    },

    toPull(name) {
      if (name === undefined) return downloadable(wantedModels(config.load()).map((model) => model.name));
      const preset = presetOf(name);
      if (preset !== undefined) return downloads(preset);
      if (isBareWord(name)) throw unknownPreset(name, presets());
      if (explained(() => parseModelName(name)).kind === "download") return [name];
      throw new ModelsError(
        "VALIDATION",
        `${name} needs no pull: only hf: names and https addresses are pulled.`,
      );
    },

    async pull(name, options) {
      try {
        return await files.pull(name, options);
      } catch (error) {
        throw asModelsError(error);
      }
    },

    async use(id) {
      const preset = presetOf(id);
      if (preset === undefined) throw unknownPreset(id, presets());
      const before = config.load();
      config.setActivePreset(id);
      const after = config.load();
      const scopes = [undefined, ...(after?.collections ?? []).map(({ name }) => name)];
      const states = await Promise.all(downloads(preset).map((name) => inspectModel(name, files)));
      return {
        activePreset: id,
        previous: activePreset(before).id,
        embed: { before: modelFor(before, "embed") as string, after: modelFor(after, "embed") as string },
        reembed: scopes.some((name) => modelFor(before, "embed", name) !== modelFor(after, "embed", name)),
        missing: states.filter(({ state }) => state !== "ready").map(({ name }) => name),
      };
    },

    async verify(name, signal) {
      if (name === undefined) return files.verify(undefined, signal);
      // A model that lies elsewhere is checked where it is.
      const outside = isLocalFile(name) && !(await files.list()).models.some(({ path }) => path === name);
      if (outside) {
        await stat(files.path(name)).catch(() => {
          throw new ModelsError("NOT_FOUND", `There is no file ${name}.`);
        });
        return files.verify(name, signal);
      }
      const whole = (await known(name)).filter((one) => "sha256" in one);
      if (whole.length === 0)
        throw new ModelsError("NOT_FOUND", `${name} is not whole yet. Go on with: gno models pull ${name}`);
      const out: Verified[] = [];
      for (const { file } of whole) out.push(...(await files.verify(file, signal)));
      return out;
    },

    async toRemove(name) {
      const users = usersOf(config.load(), files);
      return (await known(name)).map(({ file, bytes }) => ({
        file,
        bytes,
        usedBy: users.get(pathIn(files, file)) ?? [],
      }));
    },

    async remove(file) {
      await files.remove(file);
    },

    async path(name) {
      const preset = presetOf(name);
      if (preset !== undefined) {
        throw new ModelsError(
          "VALIDATION",
          `${name} is a preset of several models. Name one of them; gno models list shows them.`,
        );
      }
      const [found] = isBareWord(name) ? await known(name) : [];
      return found === undefined ? explained(() => files.path(name)) : pathIn(files, found.file);
    },
  };
}
