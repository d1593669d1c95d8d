/** A command as data: what usage, strict reading of arguments and dispatch need. */
import type { AppConfig } from "../app/config.ts";
import type { Io } from "./io.ts";

export interface OptionDef {
  /** `line-numbers`, without dashes. */
  readonly name: string;
  readonly short?: string;
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly hint?: string;
  readonly description: string;
  readonly default?: string | boolean;
}

export interface PositionalDef {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Takes all that follow: `list` keeps them apart, `words` joins them with spaces. */
  readonly rest?: "list" | "words";
}

/** Values by option or positional name; absent ones are absent. */
export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface Context {
  readonly config: AppConfig;
  readonly io: Io;
  /** Fires on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

export interface Command {
  /** `["collection", "add"]` */
  readonly words: readonly string[];
  readonly summary: string;
  readonly positionals: readonly PositionalDef[];
  readonly options: readonly OptionDef[];
  /** @returns the exit code. */
  run(values: Values, context: Context): Promise<number>;
}

/** A failure with its exit code, as told to the user: one sentence what happened, one what to do. */
export class CommandError extends Error {
  readonly code: string;
  readonly exit: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, message: string, exit = 1, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.exit = exit;
    this.details = details;
  }
}

export const jsonOption: OptionDef = {
  name: "json",
  type: "boolean",
  description: "Print the answer as JSON",
};
