/** The suite's own validator: JSON Schema 2020-12, strict, with formats that servers commonly publish left to themselves. */
import { Ajv2020 } from "ajv/dist/2020.js";

export function createAjv(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    // A property may be required in a branch and described outside of it, and a union of types is plain 2020-12.
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    allErrors: false,
    validateFormats: false,
    addUsedSchema: false,
  });
}
