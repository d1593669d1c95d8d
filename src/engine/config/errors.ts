/** What is wrong with `index.yml`, each problem as `file:line: what, what to do`. */

export interface ConfigProblem {
  readonly line: number;
  readonly message: string;
}

export class ConfigError extends Error {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    super(problems.map(({ line, message }) => `${file}:${line}: ${message}`).join("\n"));
    this.name = "ConfigError";
    this.file = file;
    this.problems = problems;
  }
}
