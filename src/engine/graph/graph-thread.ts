/** The main thread's side of the graph's thread. */
import type { EngineLog } from "../ports.ts";
import { createQuestions, ThreadLost } from "../threads/questions.ts";
import { threadEntry } from "../threads/worker-thread.ts";
import type { GraphRequest } from "./answer.ts";
import type { FromGraph, ToGraph } from "./graph-messages.ts";

export interface GraphThread {
  ask(collections: readonly string[], request: GraphRequest, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

export function createGraphThread(indexPath: string, log: EngineLog): GraphThread {
  const thread = createQuestions<ToGraph, FromGraph>({
    name: "graph",
    entry: threadEntry("graph-worker", import.meta.url),
    log,
  });
  return {
    async ask(collections, request, signal) {
      const answer = await thread
        .ask((id) => ({ kind: "ask", id, indexPath, collections, request }), { signal })
        .catch((error: unknown) => {
          throw error instanceof ThreadLost ? failure() : error;
        });
      if (answer.kind === "answer") return (JSON.parse(answer.json) as unknown[])[0];
      log.error("a graph request failed", { detail: answer.detail });
      throw failure();
    },
    close: () => thread.close(),
  };
}

function failure(): Error {
  return new Error("The graph could not be read. The log has the details; try again after the next sync.");
}
