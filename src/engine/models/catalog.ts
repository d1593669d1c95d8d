/**
 * Which models there are: the presets that ship, how a model is named in `index.yml`, and which one plays which role.
 *
 * Names: `builtin`; `hf:owner/repo/file.gguf`; `https://…/file.gguf`; the path of a GGUF file; `http://host:port/v1#model`
 * for an OpenAI-compatible server.
 */
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IndexConfig, ModelPreset } from "../config/types.ts";

export type ModelSource =
  | { readonly kind: "builtin" }
  | {
      readonly kind: "download";
      readonly url: string;
      /** Shown to people, and tells the family of prompts. */
      readonly name: string;
      /** In the models folder; another for each address. */
      readonly file: string;
    }
  | { readonly kind: "file"; readonly path: string; readonly name: string }
  | { readonly kind: "server"; readonly url: string; readonly model: string };

export class ModelNameError extends Error {
  override readonly name = "ModelNameError";
}

export const BUILTIN = "builtin";
export const DEFAULT_HUB = "https://huggingface.co";

const RERANKER = "hf:ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF/qwen3-reranker-0.6b-q8_0.gguf";
const SMALL_EMBEDDER = "hf:nomic-ai/nomic-embed-text-v1.5-GGUF/nomic-embed-text-v1.5.Q8_0.gguf";
const EMBEDDER = "hf:Qwen/Qwen3-Embedding-0.6B-GGUF/Qwen3-Embedding-0.6B-Q8_0.gguf";
const SMALL_WRITER = "hf:unsloth/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf";
const WRITER = "hf:unsloth/Qwen3-1.7B-GGUF/Qwen3-1.7B-Q4_K_M.gguf";
const LARGE_WRITER = "hf:unsloth/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf";

/** The first is what a new installation uses: it needs no download. */
export const PRESETS: readonly ModelPreset[] = [
  { id: "builtin", name: "Built in, nothing to download", embed: BUILTIN },
  { id: "slim", name: "Slim", embed: SMALL_EMBEDDER, rerank: RERANKER, gen: SMALL_WRITER },
  {
    id: "slim-tuned",
    name: "Slim, with query expansion",
    embed: SMALL_EMBEDDER,
    rerank: RERANKER,
    expand: SMALL_WRITER,
    gen: SMALL_WRITER,
  },
  { id: "balanced", name: "Balanced", embed: EMBEDDER, rerank: RERANKER, gen: WRITER },
  { id: "quality", name: "Best answers", embed: EMBEDDER, rerank: RERANKER, gen: LARGE_WRITER },
];

export type Role = "embed" | "rerank" | "expand" | "gen";
export const ROLES: readonly Role[] = ["embed", "rerank", "expand", "gen"];

/** The presets of the configuration, then those that ship and are not replaced by one of the same id. */
export function presetsOf(config: Pick<IndexConfig, "models"> | undefined): readonly ModelPreset[] {
  const own = config?.models?.presets ?? [];
  return [...own, ...PRESETS.filter(({ id }) => !own.some((preset) => preset.id === id))];
}

export function activePreset(config: Pick<IndexConfig, "models"> | undefined): ModelPreset {
  const wanted = config?.models?.activePreset ?? BUILTIN;
  return presetsOf(config).find(({ id }) => id === wanted) ?? PRESETS[0]!;
}

/** The model's name for a role: of the collection where it has its own, else of the active preset. */
export function modelFor(
  config: Pick<IndexConfig, "models" | "collections"> | undefined,
  role: Role,
  collection?: string,
): string | undefined {
  const own = config?.collections.find(({ name }) => name === collection)?.models;
  const preset = activePreset(config);
  const of = (one: Role) => own?.[one] ?? preset[one];
  if (role === "embed") return of("embed") ?? BUILTIN;
  // Whoever writes answers can rephrase a question too.
  return role === "expand" ? (of("expand") ?? of("gen")) : of(role);
}

/** @throws ModelNameError that says which forms there are */
export function parseModelName(given: string, { hub = DEFAULT_HUB, home = homedir() } = {}): ModelSource {
  const text = given.trim();
  if (text === BUILTIN) return { kind: "builtin" };
  if (text.startsWith("hf:")) return hubFile(text, hub);
  if (/^https?:\/\//i.test(text)) return address(text);
  if (text.startsWith("file:") && URL.canParse(text)) return localFile(fileURLToPath(text));
  const path = /^~[/\\]/.test(text) ? join(home, text.slice(2)) : text;
  if (isAbsolute(path)) return localFile(path);
  throw new ModelNameError(
    `"${given}" names no model. Write builtin, hf:owner/repo/file.gguf, an https address of a .gguf file, the absolute path of one, or http://host:port/v1#model for a model server.`,
  );
}

function hubFile(text: string, hub: string): ModelSource {
  const [, owner, repo, rest] = /^hf:([\w.-]+)\/([\w.-]+)\/([\w./-]+\.gguf)$/i.exec(text) ?? [];
  if (owner === undefined || repo === undefined || rest === undefined || /(^|\/)\.\.?(\/|$)/.test(rest)) {
    throw new ModelNameError(
      `"${text}" names no file of a Hugging Face repository. Write hf:owner/repo/file.gguf with one of the files that the repository lists.`,
    );
  }
  if (/-\d{5}-of-\d{5}\.gguf$/i.test(rest)) {
    throw new ModelNameError(`"${text}" is one part of several. Choose a model that is one file.`);
  }
  return {
    kind: "download",
    url: `${hub.replace(/\/+$/, "")}/${owner}/${repo}/resolve/main/${rest}`,
    name: basename(rest),
    file: [owner, repo, ...rest.split("/")].join("__"),
  };
}

function address(text: string): ModelSource {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new ModelNameError(`"${text}" is no address.`);
  if (url.hash.length > 1) {
    const model = decodeURIComponent(url.hash.slice(1));
    url.hash = "";
    return {
      kind: "server",
      url: url.href.replace(/\/(embeddings|rerank|chat\/completions)?\/*$/, ""),
      model,
    };
  }
  const file = basename(url.pathname);
  if (!/^[\w.-]+\.gguf$/i.test(file)) {
    throw new ModelNameError(
      `"${url.origin}${url.pathname}" is neither the address of a .gguf file nor, with #model at its end, a model server.`,
    );
  }
  const place = `${url.host}${url.pathname}`.replace(/[^\w.-]+/g, "__");
  return { kind: "download", url: url.href, name: file, file: place };
}

function localFile(path: string): ModelSource {
  return { kind: "file", path, name: basename(path) };
}
