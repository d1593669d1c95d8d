/** gram-mcp as the suite sees it: a folder of documents, a command for stdio and a running HTTP server. */
import { fileURLToPath } from "node:url";
import type { Contract } from "../../conformance/contract.ts";
import { type Connect, processChannel } from "../../conformance/target/channel.ts";
import { createVault, type Vault } from "../../conformance/vault.ts";
import { serveGramOnHttp } from "../../src/app/gram/serve.ts";

const entry = fileURLToPath(new URL("../../src/cli/gram-mcp.ts", import.meta.url));

export interface GramServer {
  readonly vault: Vault;
  readonly stdio: Connect;
  readonly url: URL;
  close(): Promise<void>;
}

/** Limits far above the published ones: those are proved by their own tests. */
const limits = {
  requestsPerMinute: 100_000,
  maxSessions: 1_000,
  maxConcurrentRequests: 1_000,
  maxQueuedRequests: 1_000,
};

export async function startGram(contract: Contract): Promise<GramServer> {
  const vault = createVault(contract);
  const server = await serveGramOnHttp({
    vault: { root: vault.path, access: "write" },
    logLevel: "error",
    port: 0,
    limits,
  });
  return {
    vault,
    url: new URL(server.url),
    stdio: processChannel(`exec "${process.execPath}" "${entry}" --root "${vault.path}"`, process.env),
    async close() {
      await server.close();
      vault.remove();
    },
  };
}
