// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

import { brief } from "../../src/contracts/gram/brief.ts";
import { capabilities } from "../../src/contracts/gram/capabilities.ts";
import { changes } from "../../src/contracts/gram/changes.ts";
import { context } from "../../src/contracts/gram/context.ts";
import { create } from "../../src/contracts/gram/create.ts";
import { get } from "../../src/contracts/gram/get.ts";
import { list } from "../../src/contracts/gram/list.ts";
import { patch } from "../../src/contracts/gram/patch.ts";
import { profile } from "../../src/contracts/gram/profile.ts";
import { projects } from "../../src/contracts/gram/projects.ts";
import { range } from "../../src/contracts/gram/range.ts";
import { read } from "../../src/contracts/gram/read.ts";
import { recall } from "../../src/contracts/gram/recall.ts";
import { relations } from "../../src/contracts/gram/relations.ts";
import { state } from "../../src/contracts/gram/state.ts";
import type { GramDeps } from "../../src/contracts/gram/deps.ts";
import type { Handlers } from "../../src/runtime/tool.ts";
import type { GramTools } from "./types.ts";

export const handlers = {
  gram_profile: profile,
  gram_capabilities: capabilities,
  gram_projects: projects,
  gram_brief: brief,
  gram_read: read,
  gram_changes: changes,
  gram_recall: recall,
  gram_list: list,
  gram_get: get,
  gram_context: context,
  gram_relations: relations,
  gram_range: range,
  gram_state: state,
  gram_create: create,
  gram_patch: patch,
} satisfies Handlers<GramTools, GramDeps>;
