/** The main thread's side of the audit's thread. */
import type { EngineLog } from "../ports.ts";
import { createQuestions, ThreadLost } from "../threads/questions.ts";
import { threadEntry } from "../threads/worker-thread.ts";
import type { FromAudit, PassRequest, ToAudit } from "./audit-messages.ts";
import type { PassResult } from "./run-pass.ts";

export interface AuditThread {
  /** undefined = the pass could not be made; the log says why. Set `cancel` to end it early. */
  pass(
    request: PassRequest,
    cancel: Int32Array,
    progress: (done: number, total: number, message: string) => void,
  ): Promise<PassResult | undefined>;
  close(): Promise<void>;
}

export function createAuditThread(log: EngineLog): AuditThread {
  const thread = createQuestions<ToAudit, FromAudit>({
    name: "audit",
    entry: threadEntry("audit-worker", import.meta.url),
    log,
    answers: ({ kind }) => kind !== "progress",
  });
  return {
    async pass(request, cancel, progress) {
      const answer = await thread
        .ask((id) => ({ kind: "ask", id, pass: request, cancel }), {
          progress(message) {
            if (message.kind === "progress") progress(message.done, message.total, message.message);
          },
        })
        .catch((error: unknown) => {
          if (error instanceof ThreadLost) return undefined;
          throw error;
        });
      if (answer?.kind === "failed") log.error("an audit failed", { detail: answer.detail });
      return answer?.kind === "answer" ? (JSON.parse(answer.json) as PassResult) : undefined;
    },
    close: () => thread.close(),
  };
}
