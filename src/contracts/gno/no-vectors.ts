/** Vectors that cannot answer, as declared errors: what is missing is the caller's to mend, a failing model is not. */
import type { NoVectors } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";

export function failWithoutVectors(
  { reason, message }: NoVectors,
  call: Pick<Call<"NOT_FOUND" | "MODEL_NOT_FOUND" | "RUNTIME">, "fail">,
): never {
  if (reason === "nothing-embedded") return call.fail("NOT_FOUND", message);
  return call.fail(reason === "missing" ? "MODEL_NOT_FOUND" : "RUNTIME", message);
}
