/** gram_capabilities: which tools there are, and whether semantic search works now. spec/gram.md, "gram_capabilities". */
import { gram } from "../../../generated/gram/tools.ts";
import type { GramTools } from "../../../generated/gram/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import { BUDGET_BYTES } from "./budget.ts";
import type { GramDeps } from "./deps.ts";

export const capabilities = {
  async run(_args, { recall }) {
    const { semantic, embeddedChunks, failedFiles, indexedFiles, pendingFiles } = await recall.state();
    return {
      budget_bytes: BUDGET_BYTES,
      index: { embeddedChunks, failedFiles, indexedFiles, pendingFiles },
      semantic: { ...semantic },
      tools: gram.tools.map(({ name }) => name),
    };
  },

  text({ index, semantic, tools }) {
    const meaning =
      semantic.reason === undefined ? semantic.status : `${semantic.status} (${semantic.reason})`;
    return [
      `semantic search: ${meaning}`,
      `documents: ${index.indexedFiles} indexed, ${index.pendingFiles} pending, ${index.failedFiles} failed`,
      `tools: ${tools.join(" ")}`,
    ].join("\n");
  },
} satisfies Tool<GramTools, "gram_capabilities", GramDeps>;
