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
  const labels = propagate(neighbourhood(nodes.length, position, edges));

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

interface Neighbours {
  /** Positions in ascending order, and what the edges to each weigh together. */
  readonly at: number[][];
  readonly strength: number[][];
}

/** Sums of fractions depend on the order of adding, so it is fixed as well: by both ends, then by strength. */
function neighbourhood(size: number, position: Int32Array, edges: readonly CommunityEdge[]): Neighbours {
  const pairs: { key: number; strength: number }[] = [];
  for (const { source, target, strength } of edges) {
    if (source === target) continue;
    const a = position[source] as number;
    const b = position[target] as number;
    pairs.push({ key: a < b ? a * size + b : b * size + a, strength });
  }
  pairs.sort((x, y) => x.key - y.key || x.strength - y.strength);
  const near: Neighbours = {
    at: Array.from({ length: size }, () => []),
    strength: Array.from({ length: size }, () => []),
  };
  for (let first = 0; first < pairs.length; ) {
    const { key } = pairs[first]!;
    let sum = 0;
    let next = first;
    for (; next < pairs.length && pairs[next]!.key === key; next++) sum += pairs[next]!.strength;
    first = next;
    const a = Math.floor(key / size);
    const b = key % size;
    // Pairs come by their smaller end, then by the larger: both lists grow in ascending order.
    near.at[a]!.push(b);
    near.strength[a]!.push(sum);
    near.at[b]!.push(a);
    near.strength[b]!.push(sum);
  }
  return near;
}

function propagate(near: Neighbours): Int32Array {
  const size = near.at.length;
  const labels = Int32Array.from({ length: size }, (_, at) => at);
  const weights = new Float64Array(size);
  for (let round = 0; round < maxRounds; round++) {
    let changed = false;
    for (let at = 0; at < size; at++) {
      const others = near.at[at]!;
      const strengths = near.strength[at]!;
      let best = labels[at] as number;
      for (let n = 0; n < others.length; n++) weights[labels[others[n]!]!]! += strengths[n]!;
      let most = weights[best] as number;
      for (const other of others) {
        const label = labels[other] as number;
        const weight = weights[label] as number;
        if (weight > most || (weight === most && label < best)) {
          best = label;
          most = weight;
        }
      }
      for (const other of others) weights[labels[other]!] = 0;
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
