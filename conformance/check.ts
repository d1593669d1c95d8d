/** What a property works with: the server, the contract, and a place to say what holds, row by row. */
import fc from "fast-check";
import type { Contract, ContractTool } from "./contract.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { Property } from "./property.ts";
import { type Row, rowOn } from "./rows.ts";
import type { HttpTarget } from "./target/http.ts";
import type { LegacyTarget } from "./target/http-legacy.ts";
import type { StdioTarget } from "./target/stdio.ts";
import {
  type Conversation,
  type Era,
  type Exchange,
  type Reply,
  type Target,
  TargetFailure,
  type Transport,
  type Wire,
} from "./target/target.ts";
import type { Watch } from "./target/watch.ts";
import type { Vault } from "./vault.ts";

export interface Failure {
  readonly says: string;
  readonly exchange?: Exchange;
  /** Of a generated case: what found it again. */
  readonly replay?: { readonly case: string; readonly seed: number; readonly path: string };
}

export interface Verdict {
  readonly row: Row;
  readonly wire: Wire;
  exercised: boolean;
  skip: string | undefined;
  /** The contract sets the row aside: `skip` says why, and nothing else is said about it. */
  readonly aside: boolean;
  readonly failures: Failure[];
}

/** A wire of the server under test with what is kept about it. */
export interface Line {
  readonly wire: Wire;
  readonly target: Target;
  readonly watch: Watch;
  /** The conversation that properties share while it lives. */
  shared: Conversation | undefined;
  /** Another one beside it, for what must not depend on the conversation. */
  second: Conversation | undefined;
}

export interface CheckOptions {
  readonly profile: string;
  readonly write: boolean;
  readonly seed: number;
  readonly runs: number;
  /** Replay of one generated case. */
  readonly path: string | undefined;
  /** The part of `--only` behind the slash: one tool or case of the property. */
  readonly only: string | undefined;
  readonly timeoutMs: number;
  /** All wires of the run, in its order. */
  readonly wires: readonly Wire[];
  readonly knowledge: Knowledge;
  readonly vault: Vault | undefined;
  /** HTTP requests carry a token. */
  readonly authorized: boolean;
}

export interface Problem {
  readonly says: string;
  readonly exchange?: Exchange;
}

const failuresPerRow = 3;
/** Cases of one property that may cost a whole time-out. */
const mostLost = 2;

export class Check {
  readonly property: Property;
  readonly contract: Contract;
  readonly options: CheckOptions;
  readonly lines: readonly Line[];
  /** The wire that is looked at; a property over all wires moves it. */
  line: Line;
  /** Remarks for the report that judge nothing. */
  readonly notes: string[] = [];
  readonly #verdicts = new Map<string, Verdict>();
  readonly #opened: Conversation[] = [];
  #lost = 0;

  constructor(property: Property, contract: Contract, options: CheckOptions, lines: readonly Line[]) {
    this.property = property;
    this.contract = contract;
    this.options = options;
    this.lines = lines;
    this.line = lines[0]!;
  }

  get wire(): Wire {
    return this.line.wire;
  }

  get era(): Era {
    return this.line.target.era;
  }

  get transport(): Transport {
    return this.line.target.transport;
  }

  get watch(): Watch {
    return this.line.watch;
  }

  get stdio(): StdioTarget {
    return this.line.target as StdioTarget;
  }

  get http(): HttpTarget {
    return this.line.target as HttpTarget;
  }

  get legacyHttp(): LegacyTarget {
    return this.line.target as LegacyTarget;
  }

  /** Tools that the server should list. */
  get listed(): readonly ContractTool[] {
    const { profile, write } = this.options;
    return this.contract.tools.filter(
      (tool) => tool.profiles.includes(profile) && (write || tool.effect === "read"),
    );
  }

  get readTools(): readonly ContractTool[] {
    return this.listed.filter((tool) => tool.effect === "read");
  }

  /** The conversation that all properties of the wire share, opened again when it is gone. */
  async talk(line: Line = this.line): Promise<Conversation> {
    if (line.shared?.alive !== true) line.shared = await line.target.open();
    return line.shared;
  }

  /** Another conversation than `talk` gives, shared as well: "another connection" of many rows. */
  async other(): Promise<Conversation> {
    if (this.line.second?.alive !== true) this.line.second = await this.line.target.open();
    return this.line.second;
  }

  /** A conversation of this property's own; closed at its end. */
  async fresh(line: Line = this.line): Promise<Conversation> {
    const conversation = await line.target.open();
    this.#opened.push(conversation);
    return conversation;
  }

  /** Closes `conversation` at the end of the property. */
  adopt<T extends Conversation>(conversation: T): T {
    this.#opened.push(conversation);
    return conversation;
  }

  /** Says whether a row holds here. Rows that the wire does not have are passed over. */
  expect(
    row: string,
    holds: boolean,
    says: string,
    evidence?: Reply | { readonly exchange: Exchange },
  ): boolean {
    const verdict = this.#verdict(row);
    if (verdict === undefined || verdict.aside) return holds;
    verdict.exercised = true;
    if (!holds)
      this.#fail(verdict, evidence === undefined ? { says } : { says, exchange: evidence.exchange });
    return holds;
  }

  fail(row: string, failure: Failure): void {
    const verdict = this.#verdict(row);
    if (verdict === undefined || verdict.aside) return;
    verdict.exercised = true;
    this.#fail(verdict, failure);
  }

  /** Says why a row cannot be looked at here. It does not count as a pass. */
  skip(row: string, reason: string): void {
    const verdict = this.#verdict(row);
    if (verdict !== undefined && !verdict.exercised) verdict.skip ??= reason;
  }

  /** Runs generated cases; the first failure is shrunk and reported under `rows[0]` or the row that it names. */
  async sample<T>(
    row: string,
    name: string,
    arbitrary: fc.Arbitrary<T>,
    test: (value: T) => Promise<(Problem & { readonly row?: string }) | undefined>,
    runs = this.options.runs,
  ): Promise<void> {
    if (this.options.only !== undefined && this.options.only !== name) return;
    let last: (Problem & { readonly row?: string }) | undefined;
    let lost: TargetFailure | undefined;
    const property = fc.asyncProperty(arbitrary, async (value) => {
      // A server that is silent or gone is not asked again: smaller cases would each cost the time-out.
      if (lost !== undefined) return;
      const problem = await test(value).catch((error: unknown) => {
        if (error instanceof TargetFailure) lost = error;
        return problemOf(error);
      });
      if (problem === undefined) return;
      last = problem;
      throw new Error(problem.says);
    });
    const { seed, path } = this.options;
    const details = await fc.check(property, {
      seed,
      numRuns: runs,
      ...(path === undefined ? {} : { path }),
      interruptAfterTimeLimit: Math.max(20_000, this.options.timeoutMs * 3),
      ignoreEqualValues: true,
    });
    this.expect(row, true, "");
    if (!details.failed) return;
    const shown = fc.stringify(details.counterexample);
    const says = last?.says ?? (details.errorInstance as Error | null)?.message ?? "no cases could be made";
    this.fail(last?.row ?? row, {
      says: `${name}: ${says}; shrunk to ${shown.length > 1_500 ? `${shown.slice(0, 1_500)}…` : shown}`,
      ...(last?.exchange === undefined ? {} : { exchange: last.exchange }),
      replay: { case: name, seed: details.seed, path: details.counterexamplePath ?? "" },
    });
    if (lost !== undefined && ++this.#lost >= mostLost) throw lost;
  }

  /** Ends the run of the property: closes what it opened and settles rows that nothing was said about. */
  async finish(broken: unknown): Promise<readonly Verdict[]> {
    await Promise.all(this.#opened.map((one) => one.close().catch(() => {})));
    const together = this.property.mode === "together";
    for (const id of this.property.rows) {
      if (together && [...this.#verdicts.values()].some((one) => one.row.id === id)) continue;
      const verdict = this.#verdict(id);
      if (verdict === undefined || verdict.skip !== undefined) continue;
      if (broken !== undefined && (!verdict.exercised || broken instanceof TargetFailure)) {
        verdict.exercised = true;
        this.#fail(verdict, problemOf(broken));
      } else if (!verdict.exercised && this.options.only === undefined) {
        verdict.exercised = true;
        this.#fail(verdict, { says: "the property did not get to this row: something it needs is missing" });
      }
    }
    return [...this.#verdicts.values()];
  }

  #verdict(id: string): Verdict | undefined {
    const row = rowOn(id, this.wire);
    if (row === undefined) return undefined;
    const key = `${row.key} ${this.wire}`;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    const skip = this.options.knowledge.choices[id];
    const aside = skip !== undefined;
    const verdict: Verdict = { row, wire: this.wire, exercised: false, skip, aside, failures: [] };
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  #fail(verdict: Verdict, failure: Failure): void {
    if (verdict.failures.length < failuresPerRow) verdict.failures.push(failure);
  }
}

/** What went wrong, in words for a report: a dead or silent server reads as such. */
export function problemOf(error: unknown): Problem {
  if (error instanceof TargetFailure) return { says: error.message, exchange: error.exchange };
  return { says: `the check itself failed: ${error instanceof Error ? error.message : String(error)}` };
}
