/** Flags and environment as one frozen object. The only file of the project that reads `process.env`. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { indexNameProblem } from "../engine/documents/index-name.ts";
import { type Dirs, type Environment, expandHome, platformDirs } from "./paths.ts";

/** Global flags of the command line; what is absent falls back to the environment, then to the default. */
export interface GlobalFlags {
  readonly index?: string;
  readonly config?: string;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly offline?: boolean;
  /** Answer yes to what a command would ask. */
  readonly yes?: boolean;
}

export interface AppConfig {
  readonly dirs: Dirs;
  readonly configFile: string;
  readonly indexName: string;
  /** `GNO_MCP_ENABLE_WRITE=1`. */
  readonly enableWrite: boolean;
  /** undefined = colour when the stream is a terminal. */
  readonly color: boolean | undefined;
  readonly logLevel: "error" | "warn" | "info";
  /** Login name, for the caller label of the command line. */
  readonly user: string;
  /** Nothing is fetched: `--offline`, `GNO_OFFLINE=1`, `HF_HUB_OFFLINE=1`. */
  readonly offline: boolean;
  readonly yes: boolean;
  readonly models: ModelSettings;
  /** Who recalls and remembers on the command line: `GNO_MEMORY_CALLER`, `GNO_MEMORY_SESSION`. */
  readonly memory: { readonly caller: string | undefined; readonly session: string | undefined };
}

/** Secrets come from functions, so that printing this object never shows one. */
export interface ModelSettings {
  /** `HF_ENDPOINT`: a mirror of the hub. */
  readonly hub: string | undefined;
  /** `HF_TOKEN` */
  readonly hubToken: () => string | undefined;
  /** `GNO_MODEL_API_KEY_<HOST>`, else `GNO_MODEL_API_KEY`. */
  readonly apiKey: (origin: string) => string | undefined;
  /** `GNO_MODEL_THREADS` */
  readonly maxThreads: number | undefined;
}

export interface ConfigSources {
  readonly env?: Environment;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
  readonly cwd?: string;
}

/** What the user set wrongly, in words for him. */
export class UsageError extends Error {}

const truthy = (value: string | undefined): boolean => value === "1" || value?.toLowerCase() === "true";

/** @throws UsageError for an index name or folder that cannot be used, before any file is touched. */
export function readConfig(flags: GlobalFlags = {}, sources: ConfigSources = {}): AppConfig {
  const env = sources.env ?? process.env;
  const home = sources.home ?? homedir();
  const cwd = sources.cwd ?? process.cwd();
  const defaults = platformDirs(sources.platform ?? process.platform, env, home);
  const absolute = (path: string) => resolve(cwd, expandHome(path, home));
  const dir = (value: string | undefined, fallback: string) => absolute(value || fallback);

  const configFile = flags.config
    ? absolute(flags.config)
    : join(dir(env.GNO_CONFIG_DIR, defaults.config), "index.yml");
  const indexName = flags.index ?? "default";
  const problem = indexNameProblem(indexName);
  if (problem !== undefined) throw new UsageError(`--index ${JSON.stringify(indexName)}: ${problem}`);
  return Object.freeze({
    dirs: Object.freeze({
      config: flags.config ? dirname(configFile) : dir(env.GNO_CONFIG_DIR, defaults.config),
      data: dir(env.GNO_DATA_DIR, defaults.data),
      cache: dir(env.GNO_CACHE_DIR, defaults.cache),
    }),
    configFile,
    indexName,
    enableWrite: truthy(env.GNO_MCP_ENABLE_WRITE),
    color: flags.color ?? (env.NO_COLOR ? false : env.TERM === "dumb" ? false : undefined),
    logLevel: flags.quiet ? "error" : flags.verbose ? "info" : "warn",
    user: env.USER || env.USERNAME || "user",
    offline: flags.offline === true || truthy(env.GNO_OFFLINE) || truthy(env.HF_HUB_OFFLINE),
    yes: flags.yes === true,
    models: Object.freeze(modelSettings(env)),
    memory: Object.freeze({
      caller: env.GNO_MEMORY_CALLER?.trim() || undefined,
      session: env.GNO_MEMORY_SESSION?.trim() || undefined,
    }),
  });
}

const mostThreads = 256;

function modelSettings(env: Environment): ModelSettings {
  const threads = env.GNO_MODEL_THREADS?.trim();
  if (threads && !(/^\d{1,3}$/.test(threads) && Number(threads) >= 1 && Number(threads) <= mostThreads)) {
    throw new UsageError(
      `GNO_MODEL_THREADS is a number from 1 to ${mostThreads}, not ${JSON.stringify(threads)}.`,
    );
  }
  return {
    hub: env.HF_ENDPOINT?.trim() || undefined,
    hubToken: () => env.HF_TOKEN?.trim() || undefined,
    apiKey: (origin) => env[apiKeyVariable(origin)]?.trim() || env.GNO_MODEL_API_KEY?.trim() || undefined,
    maxThreads: threads ? Number(threads) : undefined,
  };
}

/** `https://api.example.com` → `GNO_MODEL_API_KEY_API_EXAMPLE_COM`; a port that is written out belongs to the name. */
function apiKeyVariable(origin: string): string {
  return `GNO_MODEL_API_KEY_${new URL(origin).host.replace(/[^a-z0-9]+/gi, "_").toUpperCase()}`;
}
