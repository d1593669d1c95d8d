/** What a check found, bounded: each kind is counted in full and listed up to a limit. */

export type Severity = "error" | "warning" | "info";

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
  readonly collection?: string;
  readonly relPath?: string;
}

export interface DoctorReport {
  /** True without errors and warnings. */
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
  /** Of every kind found, listed or not. */
  readonly counts: Readonly<Record<string, number>>;
  readonly checked: {
    readonly files: number;
    readonly documents: number;
    readonly mirrors: number;
    readonly chunks: number;
  };
}

const MAX_LISTED = 50;

export class Findings {
  readonly #list: Finding[] = [];
  readonly #counts = new Map<string, number>();
  #bad = false;

  add(finding: Finding): void {
    const count = (this.#counts.get(finding.code) ?? 0) + 1;
    this.#counts.set(finding.code, count);
    if (finding.severity !== "info") this.#bad = true;
    if (count <= MAX_LISTED) this.#list.push(finding);
  }

  has(code: string): boolean {
    return this.#counts.has(code);
  }

  report(checked: DoctorReport["checked"]): DoctorReport {
    return { healthy: !this.#bad, findings: this.#list, counts: Object.fromEntries(this.#counts), checked };
  }
}
