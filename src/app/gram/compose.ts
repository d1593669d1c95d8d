/**
 * Puts a gram server together: folders, locks, handlers, Service. Both transports serve the same fifteen tools; what an
 * agent may write is a matter of folders, so none of them is hidden.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { gram } from "../../../generated/gram/tools.ts";
import type { GramDeps } from "../../contracts/gram/deps.ts";
import { present } from "../../contracts/gram/envelope.ts";
import type { VaultOptions } from "../../engine/gram/vault.ts";
import { createService } from "../../runtime/create-service.ts";
import type { Service } from "../../runtime/service.ts";
import type { AppLog } from "../log.ts";
import { LOCK_FOLDER } from "./lock-folder.ts";

export interface GramAppOptions {
  readonly vault: VaultOptions;
  readonly log: AppLog;
  /** What gives passages their vectors: `builtin`, or undefined for none. */
  readonly model?: "builtin" | undefined;
  /** Milliseconds a call may take. */
  readonly deadlineMs?: number;
}

export interface GramApp {
  readonly service: Service;
  /** Running calls may end within `graceMs`; then everything closes. */
  close(graceMs: number): Promise<void>;
}

const callDeadlineMs = 60_000;

export function composeGram({ vault, log, model, deadlineMs = callDeadlineMs }: GramAppOptions): GramApp {
  let loading: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => {
    loading ??= loadGram(vault, log, model);
    return loading;
  };
  const service = createService({
    contract: gram,
    profile: gram.defaultProfile,
    writeEnabled: true,
    load: async () => {
      const [{ deps }, { handlers }, { outputs }] = await Promise.all([
        load(),
        import("../../../generated/gram/bind.ts"),
        import("../../../generated/gram/outputs.ts"),
      ]);
      return { handlers, deps, outputs };
    },
    present,
    log,
    internalCode: "E_STORAGE",
    lockedCode: "E_STORAGE",
    deadlineMs,
  });
  return {
    service,
    async close(graceMs) {
      await service.close(graceMs);
      await (await loading?.catch(() => undefined))?.close();
    },
  };
}

interface Loaded {
  readonly deps: GramDeps;
  close(): Promise<void>;
}

async function loadGram(options: VaultOptions, log: AppLog, model: GramAppOptions["model"]): Promise<Loaded> {
  const [
    { createVault },
    { createGramReader },
    { createGramWriter },
    { createWriteLease },
    { systemClock },
    { createGramRecall },
    { builtinModel },
  ] = await Promise.all([
    import("../../engine/gram/vault.ts"),
    import("../../engine/gram/reader.ts"),
    import("../../engine/gram/writer.ts"),
    import("../../engine/jobs/lease.ts"),
    import("../../engine/ports.ts"),
    import("../../engine/gram/recall/recall.ts"),
    import("../../engine/gram/recall/meaning-model.ts"),
  ]);
  const vault = createVault(options);
  const reader = createGramReader();
  const recall = createGramRecall({
    vault,
    reader,
    ...(model === "builtin" ? { model: builtinModel } : {}),
    folders: [
      ...(options.root === undefined ? [] : [{ folder: options.root, prefix: "" }]),
      ...vault.mounts.map(({ id, folder }) => ({ folder, prefix: `@mounts/${id}/` })),
    ],
  });
  const locks = new Map<string, ReturnType<typeof createWriteLease>>();
  const lockOf = (given: string) => {
    const mount = vault.mounts.find(({ id }) => given.startsWith(`@mounts/${id}/`));
    const folder = path.join(mount?.folder ?? options.root ?? ".", LOCK_FOLDER);
    const lock = locks.get(folder) ?? createWriteLease({ folder });
    locks.set(folder, lock);
    return lock;
  };
  return {
    deps: {
      vault,
      reader,
      writer: createGramWriter({ reader, clock: systemClock, log }),
      recall,
      lockOf,
      newDocumentId: () => `d_${randomUUID().replaceAll("-", "")}`,
    },
    async close() {
      await recall.close();
      for (const lock of locks.values()) lock.close();
    },
  };
}
