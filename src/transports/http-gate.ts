/**
 * The seam where a contract has its own say about a request over HTTP: before any of it runs, and again when its answer
 * is ready. What it asks and why is the contract's affair.
 */
import type { HttpExchange } from "./http-exchange.ts";
import type { Refusal } from "./http-refusal.ts";
import type { RequestId } from "./message.ts";

export interface GateCaller {
  /** Of the socket; headers that name another one count for nothing. */
  readonly address: string;
  /** Has shown the bearer token. */
  readonly authenticated: boolean;
}

export interface Admission {
  /** Asked when the result is ready; what it answers goes out in its place. Never throws. */
  recheck(): Refusal | undefined;
}

export type Verdict = { readonly refusal: Refusal } | { readonly admission: Admission | undefined };

export interface HttpGate {
  /** One message that is about to run. */
  admit(message: object, caller: GateCaller): Verdict | Promise<Verdict>;
  /** A batch is never run; whether it would have been refused by one of its members is told all the same. */
  refusesBatch(members: readonly unknown[], caller: GateCaller): Promise<Refusal | undefined>;
}

/** Keeps the admission with the exchange, for its answer. */
export function passGate(
  gate: HttpGate,
  message: object,
  exchange: HttpExchange,
): Refusal | undefined | Promise<Refusal | undefined> {
  const keep = (verdict: Verdict): Refusal | undefined => {
    if ("refusal" in verdict) return named(verdict.refusal, message);
    exchange.admission = verdict.admission;
    return undefined;
  };
  const verdict = gate.admit(message, callerOf(exchange));
  return verdict instanceof Promise ? verdict.then(keep) : keep(verdict);
}

/** A gate that leaves the id open answers the request itself. */
function named(refusal: Refusal, message: object): Refusal {
  const { id } = message as { id?: RequestId };
  return "id" in refusal || id === undefined ? refusal : { ...refusal, id };
}

export function callerOf({ peer, authenticated }: HttpExchange): GateCaller {
  return { address: peer, authenticated };
}
