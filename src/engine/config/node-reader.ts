/** Typed reading of a YAML tree that reports every problem with its line instead of stopping at the first. */
import { isMap, isScalar, isSeq, type LineCounter, type Node, type Pair } from "yaml";
import type { ConfigProblem } from "./errors.ts";

type Maybe = Node | null | undefined;

/** The keys of one mapping, with the line of each. */
export interface Entries {
  readonly line: number;
  get(key: string): Maybe;
  has(key: string): boolean;
  keys(): readonly string[];
}

export class NodeReader {
  readonly problems: ConfigProblem[] = [];
  readonly #lines: LineCounter;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  lineOf(node: Maybe): number {
    const start = node?.range?.[0];
    return start === undefined ? 1 : this.#lines.linePos(start).line;
  }

  report(node: Maybe | number, message: string): undefined {
    this.problems.push({ line: typeof node === "number" ? node : this.lineOf(node), message });
    return undefined;
  }

  /** A mapping with no other keys than `allowed`; `open` ones are not looked into. */
  entries(node: Maybe, name: string, allowed: readonly string[], closed = true): Entries | undefined {
    if (!isMap(node)) return this.report(node, `${name} must be a mapping.`);
    const values = new Map<string, Maybe>();
    for (const pair of node.items as Pair<Node, Maybe>[]) {
      const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
      if (key === undefined) {
        this.report(pair.key, `${name} has a key that is not plain text.`);
      } else if (values.has(key)) {
        this.report(pair.key, `\`${key}\` stands twice in ${name}; keep one of them.`);
      } else {
        if (closed && !allowed.includes(key)) this.report(pair.key, unknownKey(key, name, allowed));
        values.set(key, pair.value);
      }
    }
    return {
      line: this.lineOf(node),
      get: (key) => values.get(key),
      has: (key) => values.has(key) && !isEmpty(values.get(key)),
      keys: () => [...values.keys()],
    };
  }

  list(node: Maybe, name: string): readonly Node[] {
    if (isEmpty(node)) return [];
    if (!isSeq(node)) {
      this.report(node, `${name} must be a list.`);
      return [];
    }
    return node.items as Node[];
  }

  text(node: Maybe, name: string): string | undefined {
    if (isScalar(node) && typeof node.value === "string") return node.value;
    // `name: 2024` is text in a place that wants text.
    if (isScalar(node) && typeof node.value === "number") return node.source ?? String(node.value);
    return this.report(node, `${name} must be text.`);
  }

  texts(node: Maybe, name: string): readonly string[] {
    return this.list(node, name).flatMap((item) => this.text(item, `Each item of ${name}`) ?? []);
  }

  flag(node: Maybe, name: string): boolean | undefined {
    if (isScalar(node) && typeof node.value === "boolean") return node.value;
    return this.report(node, `${name} must be true or false.`);
  }

  number(
    node: Maybe,
    name: string,
    bounds: { min: number; max: number; integer: boolean },
  ): number | undefined {
    const value = isScalar(node) ? node.value : undefined;
    const fits =
      typeof value === "number" &&
      value >= bounds.min &&
      value <= bounds.max &&
      (!bounds.integer || Number.isSafeInteger(value));
    if (fits) return value;
    const kind = bounds.integer ? "a whole number" : "a number";
    return this.report(node, `${name} must be ${kind} from ${bounds.min} to ${bounds.max}.`);
  }

  choice<T extends string>(node: Maybe, name: string, choices: readonly T[]): T | undefined {
    const value = isScalar(node) ? node.value : undefined;
    const found = choices.find((choice) => choice === value);
    return found ?? this.report(node, `${name} must be one of: ${choices.join(", ")}.`);
  }
}

export function isEmpty(node: Maybe): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

function unknownKey(key: string, name: string, allowed: readonly string[]): string {
  const near = allowed.find((other) => isNear(key.toLowerCase(), other.toLowerCase()));
  const advice = near === undefined ? `known keys: ${allowed.join(", ")}` : `did you mean \`${near}\`?`;
  return `Unknown key \`${key}\` in ${name}; ${advice}`;
}

/** One character more, less or other, or two swapped. */
function isNear(given: string, known: string): boolean {
  if (given === known) return true;
  let head = 0;
  while (head < given.length && given[head] === known[head]) head++;
  let tail = 0;
  const limit = Math.min(given.length, known.length) - head;
  while (tail < limit && given.at(-1 - tail) === known.at(-1 - tail)) tail++;
  const restGiven = given.slice(head, given.length - tail);
  const restKnown = known.slice(head, known.length - tail);
  if (restGiven.length <= 1 && restKnown.length <= 1) return true;
  return restGiven.length === 2 && restGiven === [...restKnown].reverse().join("");
}
