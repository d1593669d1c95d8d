/** gno_list_tags: tags with document counts, most used first. spec/gno.md, "Tags". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { nothingIndexed, nothingIndexedCode } from "./nothing-indexed.ts";
import { unknownCollection } from "./present-hits.ts";

/** Most tags in one answer; `meta.totalTags` counts them all. */
const maxTags = 1000;

type Fail = Pick<Call<"NOT_FOUND" | "INVALID_INPUT">, "fail">;

/** The same object for the tool and for the resource `gno://tags`. */
export function listTagsOf(
  { collection, prefix }: { readonly collection?: string; readonly prefix?: string },
  { engine }: Pick<GnoDeps, "engine">,
  call: Fail,
): GnoTools["gno_list_tags"]["output"] {
  const found = collection === undefined ? undefined : engine.collections.find(collection);
  if (collection !== undefined && found === undefined) {
    const known = engine.collections.list().map(({ name }) => name);
    return call.fail("NOT_FOUND", unknownCollection(collection, known));
  }
  const wanted = prefix === undefined ? undefined : normalTag(prefix);
  if (wanted !== undefined && !isTag(wanted)) {
    return call.fail(
      "INVALID_INPUT",
      `${JSON.stringify(prefix)} is no tag prefix. Segments of letters, numbers, '-' and '.' are joined by '/'.`,
    );
  }
  const tags = engine.tags.list({
    ...(found === undefined ? {} : { collection: found.name }),
    ...(wanted === undefined ? {} : { prefix: wanted }),
  });
  const nothing = tags.length > 0 ? undefined : nothingIndexed(engine, found?.name);
  return {
    tags: tags.slice(0, maxTags).map(({ tag, count }) => ({ tag, count })),
    meta: {
      collection: found?.name ?? null,
      prefix: wanted ?? null,
      totalTags: tags.length,
      ...(nothing === undefined ? {} : { warnings: [{ code: nothingIndexedCode, message: nothing }] }),
    },
  };
}

export const listTags = {
  run(args, deps, call) {
    return listTagsOf(args, deps, call);
  },

  text(data) {
    const total = data.meta.totalTags;
    if (total === 0) {
      return ["Found 0 tags.", ...(data.meta.warnings ?? []).map(({ message }) => message)].join(" ");
    }
    const lines = data.tags.map(({ tag, count }) => `  ${tag} (${count})`);
    const more = total - data.tags.length;
    const rest = more > 0 ? `\n  … ${more} more; narrow the list with prefix or collection` : "";
    return `Found ${total} tag${total === 1 ? "" : "s"}:\n\n${lines.join("\n")}${rest}`;
  },
} satisfies Tool<GnoTools, "gno_list_tags", GnoDeps>;

export function normalTag(prefix: string): string {
  return prefix.trim().normalize("NFC").toLowerCase().replace(/\/+$/, "");
}

const segment = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}.-]*$/u;

export function isTag(tag: string): boolean {
  return tag.split("/").every((part) => segment.test(part));
}
