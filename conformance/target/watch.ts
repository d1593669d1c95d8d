/** Looks at every message of a wire while it passes and remembers which rows it broke; keeps no messages. */
import { type Era, type Exchange, isObject, type Json, type Message } from "./target.ts";

export interface Finding {
  readonly says: string;
  readonly exchange: Exchange;
}

export interface SeenCode {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly exchange: Exchange;
}

const perRow = 3;
const keyGrammar =
  /^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*\/)?([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
const reservedPrefix = /^[^/.]+\.(mcp|modelcontextprotocol)(\.[^/]*)?\//;
const ownKeys = new Set([
  "io.modelcontextprotocol/serverInfo",
  "io.modelcontextprotocol/subscriptionId",
  "io.modelcontextprotocol/related-task",
]);
const askable = new Set(["elicitation/create", "sampling/createMessage", "roots/list"]);

export class Watch {
  readonly era: Era;
  readonly codes: SeenCode[] = [];
  /** How many messages of each kind passed. */
  readonly seen = { messages: 0, results: 0, errors: 0, progress: 0, logs: 0, inputRequired: 0, metaKeys: 0 };
  /** Texts of tool errors, for the row on clean errors; bounded. */
  readonly errorTexts: string[] = [];
  readonly #findings = new Map<string, Finding[]>();
  readonly #progress = new Map<unknown, number>();
  readonly #closedTokens = new Set<unknown>();

  constructor(era: Era) {
    this.era = era;
  }

  findings(row: string): readonly Finding[] {
    return this.#findings.get(row) ?? [];
  }

  find(row: string, says: string, exchange: Exchange): void {
    const list = this.#findings.get(row) ?? [];
    if (list.length < perRow) list.push({ says, exchange });
    this.#findings.set(row, list);
  }

  /** A request with a progress token went out. */
  opens(token: unknown): void {
    this.#progress.set(token, Number.NEGATIVE_INFINITY);
    this.#closedTokens.delete(token);
  }

  /** Its response came. */
  closes(token: unknown): void {
    if (this.#progress.delete(token)) this.#closedTokens.add(token);
  }

  /** Judges one message of the server. */
  received(message: Message, exchange: Exchange): void {
    this.seen.messages++;
    if (message.jsonrpc !== "2.0") this.find("base.jsonrpc-version", '`jsonrpc` is not "2.0"', exchange);
    if (message.method !== undefined) this.#incoming(message, exchange);
    else this.#response(message, exchange);
  }

  #response(message: Message, exchange: Exchange): void {
    const parts = Number("result" in message) + Number("error" in message);
    if (parts !== 1) this.find("base.result-or-error", `${parts} of result and error are there`, exchange);
    if ("error" in message) this.#error(message, exchange);
    if ("result" in message) this.#result(message.result, exchange);
  }

  #error(message: Message, exchange: Exchange): void {
    this.seen.errors++;
    const error: unknown = message.error;
    if (!isObject(error) || !Number.isInteger(error.code) || typeof error.message !== "string") {
      this.find("base.error-form", "the error lacks an integer code or a string message", exchange);
      return;
    }
    const known = this.codes.filter((one) => one.code === error.code).length;
    if (known < 20) {
      this.codes.push({
        code: error.code as number,
        message: error.message,
        data: error.data,
        exchange,
      });
    }
  }

  #result(result: unknown, exchange: Exchange): void {
    this.seen.results++;
    if (!isObject(result)) {
      this.find("base.result-or-error", "the result is no object", exchange);
      return;
    }
    this.#metaKeys(result, exchange);
    const text = Array.isArray(result.content) ? (result.content[0] as Json | undefined)?.text : undefined;
    if (result.isError === true && typeof text === "string" && this.errorTexts.length < 500) {
      this.errorTexts.push(text);
    }
    if (this.era === "legacy") return;
    if (typeof result.resultType !== "string") {
      this.find("result.type", `resultType is ${JSON.stringify(result.resultType)}`, exchange);
    } else if (result.resultType !== "complete" && result.resultType !== "input_required") {
      this.find("result.other-types", `resultType is ${result.resultType}`, exchange);
    }
    const info = isObject(result._meta) ? result._meta["io.modelcontextprotocol/serverInfo"] : undefined;
    if (!isObject(info) || typeof info.name !== "string" || typeof info.version !== "string") {
      this.find("meta.server-info", "the result does not name the server in _meta", exchange);
    }
    if (result.resultType === "input_required") this.#asks(result, exchange);
  }

  #asks(result: Json, exchange: Exchange): void {
    this.seen.inputRequired++;
    const asked = result.inputRequests;
    if (asked === undefined && result.requestState === undefined) {
      this.find("input.something-asked", "neither inputRequests nor requestState", exchange);
    }
    for (const one of isObject(asked) ? Object.values(asked) : []) {
      const method = isObject(one) ? one.method : undefined;
      if (typeof method !== "string" || !askable.has(method)) {
        this.find("input.known-kinds", `asks for ${JSON.stringify(method)}`, exchange);
      } else {
        this.find("input.declared-kinds", `asks for ${method}, which was not declared`, exchange);
      }
    }
  }

  #incoming(message: Message, exchange: Exchange): void {
    const method = String(message.method);
    if ("id" in message && method !== "ping") {
      for (const row of [
        "stdio.no-requests",
        "http.no-requests",
        "init.negotiated-only",
        "elicitation.declared",
      ]) {
        this.find(row, `the server sent the request ${method}`, exchange);
      }
      return;
    }
    const params = isObject(message.params) ? message.params : {};
    this.#metaKeys(params, exchange);
    if (method === "notifications/message") {
      this.seen.logs++;
      this.find("log.asked", "a log message came though no level was named", exchange);
    }
    if (method === "notifications/cancelled") {
      this.find("subscriptions.no-other-cancel", "the server cancelled something", exchange);
    }
    if (method === "notifications/progress") this.#progressed(params, exchange);
  }

  #progressed(params: Json, exchange: Exchange): void {
    this.seen.progress++;
    const token = params.progressToken;
    const before = this.#progress.get(token);
    if (before === undefined) {
      const ended = this.#closedTokens.has(token);
      const nobody = token === undefined || (!ended && this.#progress.size === 0);
      const row = nobody ? "progress.asked" : ended ? "progress.ends" : "progress.own-token";
      this.find(row, `progress for the token ${JSON.stringify(token)}`, exchange);
      return;
    }
    if (typeof params.progress !== "number" || params.progress <= before) {
      this.find("progress.rising", `progress ${String(params.progress)} after ${before}`, exchange);
    } else {
      this.#progress.set(token, params.progress);
    }
  }

  #metaKeys(holder: Json, exchange: Exchange): void {
    for (const key of Object.keys(isObject(holder._meta) ? holder._meta : {})) {
      this.seen.metaKeys++;
      if (!keyGrammar.test(key) || (reservedPrefix.test(key) && !ownKeys.has(key))) {
        this.find("meta.key-grammar", `the key ${JSON.stringify(key)}`, exchange);
      }
    }
  }
}
