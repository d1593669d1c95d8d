/** `gno doctor`: what can be wrong with an installation, each finding with what to do. Looking changes nothing. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createConfigStore } from "../engine/config/store.ts";
import type { IndexConfig } from "../engine/config/types.ts";
import type { DoctorReport, Severity } from "../engine/doctor/report.ts";
import { verify } from "../engine/doctor/verify.ts";
import { durableFile, indexFile, probeSqlite } from "../engine/open-engine.ts";
import { durableState } from "../engine/store/durable-state.ts";
import { openDurable, openIndex, type Store } from "../engine/store/open.ts";
import type { AppConfig } from "./config.ts";
import { readServing } from "./pid-file.ts";
import { version } from "./version.ts";

export interface Check {
  readonly name: string;
  readonly state: "ok" | Severity;
  readonly message: string;
  readonly advice?: string;
}

export interface Diagnosis {
  /** True without errors and warnings. */
  readonly healthy: boolean;
  readonly version: string;
  readonly node: string;
  readonly checks: readonly Check[];
  /** Files against index; only when asked for. */
  readonly verify?: DoctorReport;
}

/** @param deep compare every file with the index: reads all of both */
export function diagnose(config: AppConfig, deep: boolean): Diagnosis {
  const checks: Check[] = [];
  const check = (name: string, run: () => Omit<Check, "name"> | string) => {
    try {
      const found = run();
      checks.push({ name, ...(typeof found === "string" ? { state: "ok", message: found } : found) });
      return true;
    } catch (error) {
      checks.push({ name, state: "error", message: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };

  const sqlite = check("sqlite", () => {
    probeSqlite();
    return "the native module loads";
  });
  let settings: IndexConfig | undefined;
  check("config", () => {
    settings = createConfigStore(config.configFile).load();
    if (settings !== undefined) return config.configFile;
    return { state: "error", message: `there is no ${config.configFile}`, advice: "Run: gno init <folder>" };
  });
  check("data folder", () => dataFolder(config.dirs.data));
  for (const { name, path } of settings?.collections ?? []) {
    check(`collection ${name}`, () =>
      statSync(path, { throwIfNoEntry: false })?.isDirectory()
        ? path
        : {
            state: "warning",
            message: `${path} is not there; what was indexed of it is kept`,
            advice: `Bring the folder back or mount its disk, or run: gno collection remove ${name}`,
          },
    );
  }
  check("server", () => readServing(config.dirs.data).url ?? "no gno serve is running");

  let report: DoctorReport | undefined;
  const indexPath = indexFile(config.dirs.data, config.indexName);
  if (sqlite && settings !== undefined) {
    check("durable data", () => {
      const path = durableFile(config.dirs.data, config.indexName);
      if (!existsSync(path)) return "nothing was written yet that files cannot rebuild";
      const state = durableState(path);
      if (state.kind !== "damaged" && state.kind !== "refused") return path;
      const advice = `The file is ${path}. Stop all programs that use it before it is restored or renamed`;
      return { state: "error", message: state.message, advice };
    });
    check("index", () => {
      if (!existsSync(indexPath))
        return { state: "warning", message: "nothing is indexed yet", advice: "Run: gno update" };
      const stores: Store[] = [];
      try {
        const index = keep(stores, openIndex(indexPath, { readonly: true }));
        if (!deep || settings === undefined) return indexPath;
        const durablePath = durableFile(config.dirs.data, config.indexName);
        const sound = existsSync(durablePath) && durableState(durablePath).kind === "ok";
        const durable = sound ? keep(stores, openDurable(durablePath, { readonly: true })) : undefined;
        report = verify({ index, durable, config: settings, dataFolder: config.dirs.data });
        return indexPath;
      } finally {
        for (const store of stores) store.close();
      }
    });
  }
  return {
    healthy: !checks.some(isBad) && report?.healthy !== false,
    version,
    node: process.versions.node,
    checks,
    ...(report === undefined ? {} : { verify: report }),
  };
}

/** The same diagnosis with further checks. */
export function withChecks(diagnosis: Diagnosis, more: readonly Check[]): Diagnosis {
  return {
    ...diagnosis,
    healthy: diagnosis.healthy && !more.some(isBad),
    checks: [...diagnosis.checks, ...more],
  };
}

function isBad({ state }: Check): boolean {
  return state === "error" || state === "warning";
}

function keep(stores: Store[], store: Store): Store {
  stores.push(store);
  return store;
}

function dataFolder(folder: string): Omit<Check, "name"> | string {
  // A folder that is not there yet must be possible to make.
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    return {
      state: "error",
      message: `${folder} cannot be written`,
      advice: "Give yourself access to it, or set GNO_DATA_DIR to another folder",
    };
  }
}
