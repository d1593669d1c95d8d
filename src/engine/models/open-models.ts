/**
 * The models that the configuration names, opened on first use and kept: what retrieval asks for. A role whose model is
 * `builtin` or not set gives undefined; one that cannot be used now is an `EmbeddingUnavailable` that says what to do.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULT_MODELS } from "../config/defaults.ts";
import type { ConfigStore } from "../config/types.ts";
import type { ContentClass } from "../egress/decide.ts";
import { openGgufEmbedder } from "../embed/gguf.ts";
import { openHttpEmbedder } from "../embed/http.ts";
import { type Embedder, EmbeddingUnavailable } from "../embed/port.ts";
import { zoneOf } from "../embed/zone.ts";
import type { EngineLog } from "../ports.ts";
import { type ModelSource, modelFor, parseModelName, type Role } from "./catalog.ts";
import { openGgufGenerator, openGgufReranker } from "./gguf-roles.ts";
import { createHttpGenerator, createHttpReranker } from "./http-roles.ts";
import { expectedDecision, type InferencePolicy } from "./inference-policy.ts";
import { createLlamaHost, type LlamaHost } from "./llama-host.ts";
import type { Generator, Reranker } from "./ports.ts";
import { stampOf } from "./stamp.ts";

/** What the environment says about models; the application reads it. */
export interface ModelEnvironment {
  /** Key for a model server, by its origin. */
  readonly apiKey?: (origin: string) => string | undefined;
  /** Threads of the model process; default see llama-host.ts. */
  readonly maxThreads?: number;
  readonly hub?: string;
  readonly home?: string;
  /** Model servers on this machine are asked all the same. */
  readonly offline?: boolean;
  readonly fetch?: typeof fetch;
}

export interface ModelsOptions extends ModelEnvironment {
  readonly config: Pick<ConfigStore, "load">;
  /** Cache folder of the installation; model files lie in `models` below it. */
  readonly cacheFolder: string;
  readonly log: EngineLog;
  /** Asked before each request; default the policies of the configuration, without receipts. */
  readonly allow?: InferencePolicy;
}

export interface ModelScope {
  /** Its own models go before those of the preset. */
  readonly collection?: string;
  /** Whose text a model server would see; default the collection, without one all of them. */
  readonly collections?: readonly string[];
}

export interface Models {
  /** The name as configured, `builtin` included; needs no model to be there. */
  nameOf(role: Role, collection?: string): string | undefined;
  /** undefined = the built-in semantics. */
  embedder(scope?: ModelScope): Promise<Embedder | undefined>;
  reranker(scope?: ModelScope): Promise<Reranker | undefined>;
  /** `expand` rephrases questions, `gen` writes answers; they may be one model. */
  generator(role: "expand" | "gen", scope?: ModelScope): Promise<Generator | undefined>;
  /** Process id of the model process while it lives. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** What a model of the role is shown: texts to place, passages to weigh, a question, evidence to answer from. */
const CONTENT: Readonly<Record<Role, ContentClass>> = {
  embed: "embedding",
  rerank: "snippet",
  expand: "snippet",
  gen: "capsule",
};

export function modelsFolder(cacheFolder: string): string {
  return join(cacheFolder, "models");
}

export function createModels(options: ModelsOptions): Models {
  const {
    config,
    cacheFolder,
    log,
    allow = expectedDecision(config),
    apiKey,
    maxThreads,
    hub,
    home,
  } = options;
  const folder = modelsFolder(cacheFolder);
  const settings = () => config.load()?.models ?? DEFAULT_MODELS;
  const opened = new Map<string, { stamp: string; value: Promise<Embedder | Reranker | Generator> }>();
  let running: LlamaHost | undefined;

  const host = (): LlamaHost => {
    const { loadTimeout, inferenceTimeout, warmModelTtl } = settings();
    running ??= createLlamaHost({
      log,
      loadTimeoutMs: loadTimeout,
      inferenceTimeoutMs: inferenceTimeout,
      warmModelTtlMs: warmModelTtl,
      ...(maxThreads === undefined ? {} : { maxThreads }),
    });
    return running;
  };

  /** Opened once for each model and set of collections; again when the file was replaced or the first try failed. */
  const once = async <T extends Embedder | Reranker | Generator>(
    key: string,
    stamp: string,
    open: () => Promise<T>,
  ): Promise<T> => {
    const known = opened.get(key);
    if (known?.stamp === stamp) return known.value as Promise<T>;
    const value = open();
    opened.set(key, { stamp, value });
    value.catch(() => {
      if (opened.get(key)?.value === value) opened.delete(key);
    });
    return value;
  };

  const source = (role: Role, collection: string | undefined): ModelSource | undefined => {
    const name = modelFor(config.load(), role, collection);
    return name === undefined
      ? undefined
      : parseModelName(name, {
          ...(hub === undefined ? {} : { hub }),
          ...(home === undefined ? {} : { home }),
        });
  };

  const open = async <T extends Embedder | Reranker | Generator>(
    role: Role,
    { collection, collections = collection === undefined ? [] : [collection] }: ModelScope,
    gguf: (file: { host: LlamaHost; path: string; name: string; cure: string }) => Promise<T>,
    server: (place: Parameters<typeof createHttpReranker>[0]) => Promise<T>,
  ): Promise<T | undefined> => {
    const found = source(role, collection);
    if (found === undefined || found.kind === "builtin") return undefined;
    if (found.kind === "server") {
      const { url, model } = found;
      const key = apiKey?.(new URL(url).origin);
      if (key !== undefined && url.startsWith("http:") && zoneOf(new URL(url)) === "remote")
        throw new EmbeddingUnavailable(
          "missing",
          `The key of ${new URL(url).origin} would cross the network in the clear. Name the server by its https address in models.presets of index.yml.`,
        );
      return once([role, url, model, ...[...collections].sort()].join("\n"), "", () =>
        server({
          url,
          model,
          allow(zone) {
            if (options.offline === true && zone !== "loopback") throw switchedOff(model);
            return allow(zone, collections, CONTENT[role]);
          },
          timeoutMs: settings().inferenceTimeout,
          ...(key === undefined ? {} : { apiKey: key }),
          ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
        }),
      );
    }
    const path = found.kind === "file" ? found.path : join(folder, found.file);
    const cure =
      found.kind === "file"
        ? "Put the model there, or name another one in models.presets of index.yml."
        : `Pull it with: gno models pull ${modelFor(config.load(), role, collection)}`;
    const stamp = await stat(path).then(stampOf, () => undefined);
    if (stamp === undefined)
      throw new EmbeddingUnavailable("missing", `The model file ${found.name} is not there. ${cure}`);
    return once([role, path].join("\n"), stamp, () => gguf({ host: host(), path, name: found.name, cure }));
  };

  return {
    nameOf: (role, collection) => modelFor(config.load(), role, collection),
    embedder: (scope = {}) =>
      open<Embedder>(
        "embed",
        scope,
        (file) => openGgufEmbedder({ ...file, digestFolder: join(folder, "digests") }),
        openHttpEmbedder,
      ),
    reranker: (scope = {}) =>
      open<Reranker>("rerank", scope, openGgufReranker, async (place) => createHttpReranker(place)),
    generator: (role, scope = {}) =>
      open<Generator>(
        role,
        scope,
        (file) =>
          openGgufGenerator({
            ...file,
            ...(role === "expand" ? { contextSize: settings().expandContextSize } : {}),
          }),
        async (place) => createHttpGenerator(place),
      ),
    get pid() {
      return running?.pid;
    },
    async close() {
      await running?.close();
      opened.clear();
    },
  };
}

function switchedOff(model: string): EmbeddingUnavailable {
  return new EmbeddingUnavailable(
    "failed",
    `The server of model ${model} is on another machine and the network is switched off. Go on without --offline, or choose another model with: gno models use builtin`,
  );
}
