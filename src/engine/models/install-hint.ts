/** How a user gets the optional package that runs GGUF models. */

export const LLAMA_VERSION = "3.21.1";
export const INSTALL_HINT = `Models in GGUF files need the package node-llama-cpp beside this program. Install it with: npm install node-llama-cpp@${LLAMA_VERSION} (with -g where this program was installed so), or go on without: gno models use builtin`;
