/** gno_add_collection: puts a folder into the config and starts its first sync. spec/gno.md, "Collections". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireWrites, runSync, startJob } from "./start-job.ts";

export const addCollection = {
  run({ path, name, pattern, include, exclude, gitPull }, deps, call) {
    requireWrites(call);
    const { engine } = deps;
    const result = engine.collections.add({
      path,
      ...(name === undefined ? {} : { name }),
      ...(pattern === undefined ? {} : { pattern }),
      ...(include === undefined ? {} : { include }),
      ...(exclude === undefined ? {} : { exclude }),
    });
    if (result.kind === "missing-root") return call.fail("PATH_NOT_FOUND", result.message);
    if (result.kind === "duplicate") return call.fail("DUPLICATE", result.message);
    if (result.kind !== "added") return call.fail("INVALID_PATH", result.message);
    const plan = { collections: [result.collection], all: false, gitPull, runUpdateCmd: false };
    const jobId = startJob("add", engine, call, async (job) => ({
      kind: "sync",
      value: await runSync(plan, deps, job),
    }));
    return { jobId, collection: result.collection.name, status: "started" as const };
  },

  text({ jobId, collection, status }) {
    return `Job: ${jobId}\nCollection: ${collection}\nStatus: ${status}`;
  },
} satisfies Tool<GnoTools, "gno_add_collection", GnoDeps>;
