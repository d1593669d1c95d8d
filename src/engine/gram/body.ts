/** A new text for an owner's body as operations: blocks that stay keep their ids (spec/gram.md, Body). */

import type { Piece } from "./markdown.ts";
import { commonRun } from "./subsequence.ts";
import { type Block, isTreeBlock, type Op } from "./types.ts";

/**
 * Equal blocks of the longest common run stay; between them, blocks of the same type are paired in order and get the
 * new text under their old id; the rest goes or is new.
 */
export function bodyOps(
  owner: string,
  old: readonly Block[],
  pieces: readonly Piece[],
  nextNode: () => string,
): Op[] {
  const run = commonRun(
    old.map((block) => (isTreeBlock(block) ? `\u0000${block.node}` : `${block.type}\n${block.md}`)),
    pieces.map(({ type, md }) => `${type}\n${md}`),
  );
  const kept = new Map<number, Block>(run.map(([from, to]) => [to, old[from] as Block]));
  const rewritten = new Map<number, Block>();
  const paired = new Set<Block>();
  const cut: Op[] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const [oldEnd, newEnd] of [...run, [old.length, pieces.length] as const]) {
    // Old blocks of each type wait for new ones of the same type; a pair never crosses an earlier one.
    let from = oldAt;
    for (let to = newAt; to < newEnd; to++) {
      const type = (pieces[to] as Piece).type;
      let found = from;
      while (found < oldEnd && (old[found] as Block).type !== type) found++;
      if (found === oldEnd) continue;
      rewritten.set(to, old[found] as Block);
      paired.add(old[found] as Block);
      from = found + 1;
    }
    for (let at = oldAt; at < oldEnd; at++) {
      const block = old[at] as Block;
      if (!paired.has(block)) cut.push({ op: "cut", owner, node: block.node });
    }
    oldAt = oldEnd + 1;
    newAt = newEnd + 1;
  }
  const ops = cut;
  let previous: string | null = null;
  pieces.forEach(({ type, md }, at) => {
    const stays = kept.get(at);
    const replaced = rewritten.get(at);
    if (stays !== undefined) previous = stays.node;
    else if (replaced !== undefined) {
      ops.push({ op: "text", owner, node: replaced.node, type: undefined, md });
      previous = replaced.node;
    } else {
      const node = nextNode();
      ops.push({ op: "block", owner, node, type, after: previous ?? firstPosition(old, cut), md });
      previous = node;
    }
  });
  return ops;
}

/** In an empty body there is no place to name. */
function firstPosition(old: readonly Block[], cut: readonly Op[]): null | undefined {
  return old.length === cut.filter(({ op }) => op === "cut").length ? undefined : null;
}
