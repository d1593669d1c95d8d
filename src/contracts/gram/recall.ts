/** gram_recall: documents and records by relevance. spec/gram.md, "gram_recall". */
import type { GramTools } from "../../../generated/gram/types.ts";
import type { RecallHit, RecallRequest } from "../../engine/gram/recall/types.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import { bytesOf, fitRows, truncation } from "./budget.ts";
import { cursorFor, positionOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument } from "./open-document.ts";
import { changedMeanwhile, located, storageThere } from "./refusals.ts";

type Args = GramTools["gram_recall"]["args"];
type RecallCall = Call<GramTools["gram_recall"]["errors"]>;
type Row = GramTools["gram_recall"]["output"]["hits"][number];

const defaultTopK = 10;
const maxTopK = 100;

export const recall = {
  async run(args, deps, call) {
    const { cursor, ...bound } = args;
    await storageThere(deps.vault, call);
    for (const { id, provider } of deps.vault.mounts) {
      if (provider !== undefined) located(await deps.vault.locate(`@mounts/${id}`), call);
    }
    const topK = Math.min(args.top_k ?? defaultTopK, maxTopK);
    const request = await requestOf(args, topK, deps, call);
    const skip = skipOf(cursor, bound, call);
    const result = await deps.recall.search({ ...request, skip: skip.at, wordsOnly: skip.wordsOnly });
    if (result.kind === "changing") return changedMeanwhile(call);
    if (result.kind === "no-vectors") return call.fail("EMBEDDING_UNAVAILABLE", result.reason);
    if (skip.snapshot !== undefined && skip.snapshot !== result.snapshot) {
      return call.fail("STALE_CURSOR", "The documents changed since this cursor; start again");
    }
    const stamps = new Map(result.docs.map((doc) => [doc.path, doc]));
    const counted = new Set<string>();
    const fitted = fitRows(result.hits, 0, topK, { docs: [], hits: [] }, (hit) => {
      const stamp = counted.has(hit.path) ? 0 : bytesOf(stamps.get(hit.path) ?? {}) + 1;
      counted.add(hit.path);
      return bytesOf(rowOf(hit)) + 1 + stamp;
    });
    const shown = new Set(fitted.rows.map(({ path }) => path));
    const next =
      fitted.next === undefined
        ? result.more
          ? skip.at + fitted.rows.length
          : undefined
        : skip.at + fitted.next;
    return {
      docs: [...stamps.values()].filter(({ path }) => shown.has(path)),
      hits: fitted.rows.map(rowOf),
      ...truncation(fitted),
      ...(next === undefined
        ? {}
        : {
            cursor: cursorFor({ tool: "recall", args: bound, snapshot: "" }, [
              next,
              result.snapshot,
              result.wordsOnly,
            ]),
          }),
    };
  },

  text({ hits, cursor }) {
    const lines = hits.map((row) => row.map((cell) => cell ?? "-").join("\t"));
    return (
      [...lines, ...(cursor === undefined ? [] : [`more follow: cursor ${cursor}`])].join("\n") ||
      "Nothing found."
    );
  },
} satisfies Tool<GramTools, "gram_recall", GramDeps>;

async function requestOf(
  args: Args,
  limit: number,
  { vault }: GramDeps,
  call: RecallCall,
): Promise<Omit<RecallRequest, "skip">> {
  const normalised = async (given: string) => located(await vault.locate(given), call).path;
  const documents =
    args.documents === undefined ? undefined : await Promise.all(args.documents.map(normalised));
  return {
    query: args.query,
    mode: args.mode ?? "auto",
    limit,
    ...(args.type === undefined ? {} : { type: args.type }),
    ...(args.scope === undefined ? {} : { scope: args.scope }),
    ...(args.date === undefined ? {} : { date: args.date }),
    ...(args.folder === undefined ? {} : { folder: await normalised(args.folder) }),
    ...(documents === undefined ? {} : { documents }),
    ...(args.from === undefined ? {} : { from: dateArgument(args.from, "from", call) }),
    ...(args.to === undefined ? {} : { to: dateArgument(args.to, "to", call) }),
  };
}

/** The snapshot is only known with the answer, so the cursor carries it in its position. */
function skipOf(cursor: string | undefined, args: Readonly<Record<string, unknown>>, call: RecallCall) {
  const position = positionOf(cursor, { tool: "recall", args, snapshot: "" }, call);
  if (position === undefined) return { at: 0, snapshot: undefined, wordsOnly: false };
  const [at, snapshot, wordsOnly] = position;
  if (typeof at !== "number" || typeof snapshot !== "string" || typeof wordsOnly !== "boolean")
    return call.fail("E_CURSOR", "Invalid recall cursor");
  return { at, snapshot, wordsOnly };
}

/** `[path#id, type, title, status, context?, cosine?]` */
function rowOf({ path, id, type, title, status, context, cosine }: RecallHit): Row {
  return [
    `${path}#${id}`,
    type,
    title,
    status ?? null,
    ...(context === undefined ? [] : [context]),
    ...(cosine === undefined ? [] : [Math.round(cosine * 10_000) / 10_000]),
  ];
}
