/** Asks before something is taken away. */
import { CommandError, type Context } from "./command.ts";

/** @returns false when the person says no. @throws CommandError where nobody can be asked and `--yes` is not given */
export async function confirm(question: string, { config, io, signal }: Context): Promise<boolean> {
  if (config.yes) return true;
  const answer = await io.ask(`${question} [y/N] `, signal);
  if (answer === undefined) {
    throw new CommandError("VALIDATION", `${question} Nobody is here to answer; add --yes.`);
  }
  return /^y(es)?$/i.test(answer.trim());
}
