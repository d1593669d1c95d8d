/** The optional package that runs GGUF models: is it there, and how does a user get it. */
import { createRequire } from "node:module";

const LLAMA_VERSION = "3.21.1";
export const INSTALL_HINT = `Models in GGUF files need the package node-llama-cpp beside this program. Install it with: npm install node-llama-cpp@${LLAMA_VERSION} (with -g where this program was installed so), or go on without: gno models use builtin`;

/** Looks for the package without loading it. */
export function llamaInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve("node-llama-cpp");
    return true;
  } catch (error) {
    // Any other fault is one of an installed package that publishes no CommonJS entry.
    return (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND";
  }
}
