/** Failures of the file commands as errors with an exit code. */
import { GramFileError } from "../../app/gram/inspect.ts";
import { CommandError } from "../command.ts";

export async function told<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GramFileError) throw new CommandError(error.code, error.message, error.exit);
    throw error;
  }
}
