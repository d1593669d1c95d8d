/** `gno doctor` about models: is what the configuration names there, whole and allowed. A server is asked with `--online` only. */
import { createConfigStore } from "../engine/config/store.ts";
import type { IndexConfig } from "../engine/config/types.ts";
import { zoneOf } from "../engine/embed/zone.ts";
import type { ModelFiles } from "../engine/models/files.ts";
import { expectedDecision } from "../engine/models/inference-policy.ts";
import { inspectModel, type ModelInfo, type WantedModel, wantedModels } from "../engine/models/inspect.ts";
import { INSTALL_HINT, llamaInstalled } from "../engine/models/install-hint.ts";
import { probeServer } from "../engine/models/probe-server.ts";
import type { AppConfig } from "./config.ts";
import type { Check } from "./doctor.ts";
import { modelFiles } from "./models-folder.ts";

export async function diagnoseModels(app: AppConfig, online: boolean): Promise<readonly Check[]> {
  let settings: IndexConfig | undefined;
  let files: ModelFiles;
  try {
    settings = createConfigStore(app.configFile).load();
    files = modelFiles(app);
  } catch (error) {
    // A configuration that does not parse is a finding of its own.
    return settings === undefined
      ? []
      : [{ name: "models", state: "error", message: (error as Error).message }];
  }
  if (settings === undefined) return [];
  const checks: Check[] = [];
  let needsLlama = false;
  for (const wanted of wantedModels(settings)) {
    const info = await inspectModel(wanted.name, files);
    needsLlama ||= info.kind === "download" || info.kind === "file";
    const found =
      info.kind === "server" ? await serverCheck(app, settings, wanted, info, online) : fileCheck(info);
    const of = wanted.collection === undefined ? "" : ` of ${wanted.collection}`;
    checks.push({ name: `${wanted.role} model${of}`, ...found });
  }
  if (needsLlama && !llamaInstalled()) {
    checks.push({
      name: "node-llama-cpp",
      state: "warning",
      message: "the package is not installed",
      advice: INSTALL_HINT,
    });
  }
  return checks;
}

type Found = Omit<Check, "name">;

function fileCheck({ kind, state, label, path = label, problem = "", cure }: ModelInfo): Found {
  if (state === "ready")
    return { state: "ok", message: kind === "builtin" ? "builtin, which needs no file" : path };
  // Search goes on with words alone, so nothing is broken for good.
  return { state: "warning", message: problem, ...(cure === undefined ? {} : { advice: cure }) };
}

async function serverCheck(
  app: AppConfig,
  settings: IndexConfig,
  wanted: WantedModel,
  { label, url = "" }: ModelInfo,
  online: boolean,
): Promise<Found> {
  const zone = zoneOf(new URL(url));
  const { collections } = settings;
  const users = collections.filter(({ name, models }) =>
    wanted.collection === undefined ? models?.[wanted.role] === undefined : name === wanted.collection,
  );
  const allow = expectedDecision({ load: () => settings });
  const refused = users.map(({ name }) => name).filter((name) => !allow(zone, [name]).allowed);
  const what = `${label} at ${url}`;
  if (refused.length > 0) {
    return {
      state: "warning",
      message: `${what}: the egress policy of ${refused.join(", ")} lets no text go there`,
      advice: `Set egressPolicy: ${zone} for it in index.yml, or use a model on this machine.`,
    };
  }
  if (!online || (app.offline && zone !== "loopback"))
    return { state: "info", message: `${what}; not asked, which gno doctor --online does` };
  const { problem, cure } = await probeServer({
    url,
    model: label,
    apiKey: app.models.apiKey(new URL(url).origin),
  });
  if (problem === undefined) return { state: "ok", message: `${what} answers` };
  return { state: "warning", message: problem, ...(cure === undefined ? {} : { advice: cure }) };
}
