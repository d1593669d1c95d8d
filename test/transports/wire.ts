/** Requests of both eras, for tests. */
export const modern = "2026-07-28";

export const envelope = (version: unknown = modern, more: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1" },
  ...more,
});

export const request = (id: unknown, method: string, params?: object) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

export const modernRequest = (id: unknown, method: string, params: object = {}, meta: object = envelope()) =>
  request(id, method, { ...params, _meta: meta });

export const initialize = (id: unknown = 0, protocolVersion: unknown = "2025-11-25") =>
  request(id, "initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "tester", version: "1" },
  });

export const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

export interface Answer {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}
