/**
 * Communities by label propagation. Rule: the outcome depends on the graph alone, never on the order in which its
 * parts are given: nodes are visited in the order of their keys, and of labels that weigh the same the smallest wins.
 */

export interface CommunityNode {
  /** Fixes the order of visits; unique. */
  readonly key: string;
  readonly uri: string;
}

export interface CommunityEdge {
  /** Places in the list of nodes. */
  readonly source: number;
  readonly target: number;
  readonly strength: number;
}

export interface FoundCommunity {
  readonly id: string;
  /** Places, in the order of their keys. */
  readonly members: readonly number[];
  /** Edges with both ends inside, self links too. */
  readonly edgeCount: number;
  readonly density: number;
}

const maxRounds = 8;

/** All of them, the largest first, of equal size by the URI of the first member. */
export function findCommunities(
  nodes: readonly CommunityNode[],
  edges: readonly CommunityEdge[],
): FoundCommunity[] {
  const order = nodes.map((_, place) => place).sort((a, b) => compare(nodes[a]!.key, nodes[b]!.key));
  // A label is a position in that order, so that comparing labels is comparing numbers.
  const position = new Int32Array(nodes.length);
  order.forEach((place, at) => {
    position[place] = at;
  });
  // Sums of fractions depend on the order of adding, so it is fixed as well: by both ends, then by strength.
  const pairs = edges
    .filter(({ source, target }) => source !== target)
    .map(({ source, target, strength }) => {
      const a = position[source] as number;
      const b = position[target] as number;
      return a < b ? { a, b, strength } : { a: b, b: a, strength };
    })
    .sort((x, y) => x.a - y.a || x.b - y.b || x.strength - y.strength);
  const near = order.map(() => new Map<number, number>());
  for (const { a, b, strength } of pairs) {
    near[a]!.set(b, (near[a]!.get(b) ?? 0) + strength);
    near[b]!.set(a, (near[b]!.get(a) ?? 0) + strength);
  }
  const sorted = near.map((map) => [...map].sort((a, b) => a[0] - b[0]));
  const labels = propagate(sorted);

  const members = new Map<number, number[]>();
  labels.forEach((label, at) => {
    const group = members.get(label);
    if (group === undefined) members.set(label, [order[at] as number]);
    else group.push(order[at] as number);
  });
  const inner = new Map<number, number>();
  for (const { source, target } of edges) {
    const label = labels[position[source] as number] as number;
    if (labels[position[target] as number] === label) inner.set(label, (inner.get(label) ?? 0) + 1);
  }
  return [...members]
    .sort(([, a], [, b]) => b.length - a.length || compare(nodes[a[0]!]!.uri, nodes[b[0]!]!.uri))
    .map(([label, group], at) => {
      const possible = (group.length * (group.length - 1)) / 2;
      const edgeCount = inner.get(label) ?? 0;
      return {
        id: `c${at + 1}`,
        members: group,
        edgeCount,
        density: possible === 0 ? 0 : edgeCount / possible,
      };
    });
}

function propagate(near: readonly (readonly (readonly [number, number])[])[]): Int32Array {
  const labels = Int32Array.from(near, (_, at) => at);
  const weights = new Map<number, number>();
  for (let round = 0; round < maxRounds; round++) {
    let changed = false;
    for (let at = 0; at < near.length; at++) {
      weights.clear();
      let best = labels[at] as number;
      for (const [neighbour, strength] of near[at]!) {
        const label = labels[neighbour] as number;
        weights.set(label, (weights.get(label) ?? 0) + strength);
      }
      let most = weights.get(best) ?? 0;
      for (const [label, weight] of weights) {
        if (weight > most || (weight === most && label < best)) {
          best = label;
          most = weight;
        }
      }
      if (best === labels[at]) continue;
      labels[at] = best;
      changed = true;
    }
    if (!changed) break;
  }
  return labels;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
