/** How what the engine says about paths and files is answered: one message for each, the same in every tool. */
import type { Place, Vault } from "../../engine/gram/vault.ts";

/** A handler's way to end the call, for the codes that a helper may raise. */
export interface Fails<Code extends string> {
  fail(code: Code, message: string): never;
}

const pathMessages = {
  absolute: "Absolute paths are outside the approved folder",
  mount: "Path does not start with a mounted collection",
  outside: "Path is outside the approved folders",
  hidden: "Path is outside an approved folder or hidden",
} as const;

export type Located = Extract<Place, { kind: "place" }>;

export function located(
  place: Place,
  call: Fails<"E_PATH" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED">,
): Located {
  if (place.kind === "place") return place;
  if (place.kind === "unconfigured" || place.kind === "away") return noStorage(place.kind, call);
  if (place.kind === "reconnect") return reconnect(place, call);
  return call.fail("E_PATH", pathMessages[place.why]);
}

/** Ends a call over the whole vault where there is none, or its folder is away: nothing found would look like nothing there. */
export async function storageThere(vault: Vault, call: Fails<"E_STORAGE">): Promise<void> {
  if (vault.configured) {
    if ((await vault.locate("")).kind === "away") noStorage("away", call);
  } else if (vault.mounts.length === 0) noStorage("unconfigured", call);
}

const storageMessages = {
  unconfigured: "workspace storage is not configured",
  away: "The folder is not there; bring it back and try again",
} as const;

function noStorage(why: keyof typeof storageMessages, call: Fails<"E_STORAGE">): never {
  return call.fail("E_STORAGE", storageMessages[why]);
}

/** A person has to sign in again before the documents of a mount can be reached. */
export function reconnect(
  { provider }: Extract<Place, { kind: "reconnect" }>,
  call: Fails<"PROVIDER_AUTH_REQUIRED">,
): never {
  return call.fail("PROVIDER_AUTH_REQUIRED", `${provider} must be reconnected`);
}

export function noDocument(path: string, call: Fails<"E_NOT_FOUND">): never {
  return call.fail("E_NOT_FOUND", `No document at ${path}`);
}

export function noRecord(id: string, path: string, call: Fails<"E_NOT_FOUND">): never {
  return call.fail("E_NOT_FOUND", `No record ${id} in ${path}`);
}

export function changedMeanwhile(call: Fails<"STALE_READ">): never {
  return call.fail("STALE_READ", "The document changed while it was read; read again");
}
