/** How to connect a client: entries as client settings hold them. Folders are pinned, since clients start elsewhere. */
import type { AppConfig } from "./config.ts";
import { gnoEntry } from "./entry.ts";

export interface StdioEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function stdioEntry({ configFile, dirs, indexName }: AppConfig, writeEnabled: boolean): StdioEntry {
  const write = writeEnabled ? ["--enable-write"] : [];
  return {
    command: process.execPath,
    args: [gnoEntry, "--index", indexName, "--config", configFile, "mcp", ...write],
    env: { GNO_DATA_DIR: dirs.data, GNO_CACHE_DIR: dirs.cache },
  };
}

/** The lines that a starting server prints. */
export function connectLines(config: AppConfig, url: string, writeEnabled: boolean): string {
  const http = { mcpServers: { gno: { type: "http", url } } };
  const stdio = { mcpServers: { gno: stdioEntry(config, writeEnabled) } };
  return [
    "Connect a client over HTTP:",
    `  ${JSON.stringify(http)}`,
    "Connect a client over stdio:",
    `  ${JSON.stringify(stdio)}`,
  ].join("\n");
}
