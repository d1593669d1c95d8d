/**
 * A process that remembers until it is killed or has done enough: new facts, and successors of facts of its own or of
 * all. One line of JSON for each thing that it is told is done; the test believes these lines and nothing else.
 */
import { writeSync } from "node:fs";
import type { Engine } from "../../../src/engine/engine.ts";
import { seeded } from "../../fixtures/random.ts";
import { openPlace, placeAt } from "../support/place.ts";

export interface FactWriterOptions {
  readonly base: string;
  readonly name: string;
  readonly seed: number;
  readonly operations?: number;
  /** Fight for the successor of whatever fact with this word is current. */
  readonly contest?: string;
}

export type FactSaid =
  | { readonly said: "open" | "end" | "trying" }
  | { readonly said: "written"; readonly fact: WrittenFact }
  | { readonly said: "conflict" }
  | { readonly said: "failed"; readonly message: string };

export interface WrittenFact {
  readonly token: string;
  readonly uri: string;
  readonly relPath: string;
  readonly contentHash: string;
  /** URI of what it replaced. */
  readonly supersedes: string | undefined;
}

const options = JSON.parse(process.argv[2] ?? "{}") as FactWriterOptions;
const never = new AbortController().signal;
const identity = { caller: options.name, session: "crash" };
const place = { collection: "notes", scopes: ["crash"] };

function say(line: FactSaid): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const engine = openPlace(placeAt(options.base));
say({ said: "open" });
await writeOn(engine);
say({ said: "end" });
await engine.close(5000);
process.stdin.destroy();

async function writeOn({ memory }: Engine): Promise<void> {
  const random = seeded(options.seed);
  const current: WrittenFact[] = [];
  for (let turn = 0; turn < (options.operations ?? Number.POSITIVE_INFINITY); turn++) {
    const token = `tok${options.name}x${turn}`;
    const old =
      options.contest === undefined
        ? random.next() < 0.4
          ? current.splice(random.below(current.length), 1)[0]
          : undefined
        : contested(memory, options.contest);
    say({ said: "trying" });
    const result = await memory.remember(
      {
        identity,
        ...place,
        text: `${options.contest ?? "Fact"} ${token} ${"word ".repeat(random.below(200))}end.`,
        ...(old === undefined
          ? { decision: "add" }
          : { decision: "supersede", predecessorUri: old.uri, predecessorHash: old.contentHash }),
        spanHashes: [],
        derivedFrom: [],
      },
      never,
    );
    if (result.kind === "added" || result.kind === "superseded") {
      const { uri, relPath, contentHash } = result.fact;
      const fact = { token, uri, relPath, contentHash, supersedes: old?.uri };
      current.push(fact);
      say({ said: "written", fact });
    } else if (result.kind === "refused" && result.reason === "supersede-conflict") say({ said: "conflict" });
    else say({ said: "failed", message: JSON.stringify(result) });
  }
}

function contested(memory: Engine["memory"], query: string) {
  const found = memory.recall({ identity, ...place, query, maxFacts: 1, maxTokens: 8192 });
  if (found.kind !== "recalled") throw new Error(found.message);
  return found.facts[0];
}
