/** The write gate on the raw body, before anything is dispatched: one denied member denies a whole batch. */
import type { Service } from "../runtime/service.ts";
import { isObject } from "./message.ts";

export function deniesWrite(service: Service, body: unknown): boolean {
  if (service.writeEnabled) return false;
  if (Array.isArray(body)) return body.some((member) => namesWriteTool(service, member));
  return namesWriteTool(service, body);
}

function namesWriteTool(service: Service, message: unknown): boolean {
  if (!isObject(message) || message.method !== "tools/call" || !isObject(message.params)) return false;
  const { name } = message.params;
  return typeof name === "string" && service.isWriteTool(name);
}
