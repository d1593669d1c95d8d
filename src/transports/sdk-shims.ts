/**
 * Stands in for `@modelcontextprotocol/server/_shims` in the bundle. The original brings a second copy of ajv for
 * elicitation, a third of the bundle and of its start-up; this server elicits nothing and validates with its own.
 */
import process from "node:process";

export { process };

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The SDK's own validator is not part of this bundle");
  }
}
