/** A model process without a model: the first text says what goes wrong. It answers with the order of its requests. */
import type { FromLlama, ToLlama } from "../../../src/engine/models/llama-messages.ts";

const send = (message: FromLlama) => process.send?.(message);
const seen: number[] = [];
const open = new Map<number, () => void>();

process.on("disconnect", () => process.exit(0));
process.on("message", (message: ToLlama) => {
  if (message.kind === "cancel") open.get(message.id)?.();
  if (message.kind !== "run" || message.request.task !== "embed") return;
  const { id, request } = message;
  const [what] = request.texts;
  seen.push(id);
  const done = () => send({ kind: "done", id, value: [Float32Array.of(seen.length, process.pid)] });
  switch (what) {
    case "crash":
      process.kill(process.pid, "SIGKILL");
      return;
    case "exit":
      process.exit(7);
      return;
    case "never loads":
      return;
    case "never answers":
      send({ kind: "step", id });
      return;
    case "until cancelled":
      send({ kind: "step", id });
      open.set(id, () =>
        send({ kind: "failed", id, reason: "failed", message: "cancelled", detail: "cancelled" }),
      );
      return;
    case "many steps": {
      // Longer in all than one step may take.
      let left = 4;
      const tick = setInterval(() => {
        send({ kind: "step", id });
        left -= 1;
        if (left > 0) return;
        clearInterval(tick);
        done();
      }, 350);
      return;
    }
    case "talks":
      console.log("a banner on stdout");
      console.error("a native log line");
      done();
      return;
    case "refuses":
      send({ kind: "failed", id, reason: "missing", message: "not installed" });
      return;
    default:
      done();
  }
});
