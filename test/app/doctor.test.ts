/** What doctor finds, one fault at a time; looking creates nothing. */
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/app/doctor.ts";
import { indexFile } from "../../src/engine/open-engine.ts";
import { type Harness, harness } from "../contracts/gno/harness.ts";

const fresh = () => harness({ collections: { notes: { "a.md": "# A\n", "b.md": "# B\n" } } });
const stateOf = (h: Harness, name: string) =>
  diagnose(h.config, false).checks.find((check) => check.name === name)?.state;

describe("diagnose", () => {
  test("finds nothing wrong with a fresh index", async () => {
    const h = await fresh();
    const diagnosis = diagnose(h.config, true);
    expect(diagnosis).toMatchObject({
      healthy: true,
      verify: { healthy: true, findings: [], checked: { files: 2, documents: 2 } },
    });
    expect(diagnosis.checks.every(({ state }) => state === "ok")).toBe(true);
  });

  test("creates nothing where nothing was initialised", async () => {
    const h = await harness({ uninitialized: true });
    expect(diagnose(h.config, true).healthy).toBe(false);
    expect(stateOf(h, "config")).toBe("error");
    expect(existsSync(h.config.dirs.data)).toBe(false);
  });

  const faults: { name: string; check: string; state: string; break: (h: Harness) => void }[] = [
    {
      name: "a folder that is gone",
      check: "collection notes",
      state: "warning",
      break: (h) => renameSync(h.folder("notes"), `${h.folder("notes")}-away`),
    },
    {
      name: "a config that does not parse",
      check: "config",
      state: "error",
      break: (h) => writeFileSync(h.config.configFile, "collections: 7\n"),
    },
    {
      name: "an index of somebody else",
      check: "index",
      state: "error",
      break: (h) =>
        writeFileSync(
          indexFile(h.config.dirs.data, "default"),
          "not a database, but long enough to be looked at".repeat(9),
        ),
    },
    {
      name: "no index yet",
      check: "index",
      state: "warning",
      break: (h) => rmSync(h.config.dirs.data, { recursive: true }),
    },
    {
      name: "a data folder that is a file",
      check: "data folder",
      state: "error",
      break: (h) => {
        rmSync(h.config.dirs.data, { recursive: true });
        writeFileSync(h.config.dirs.data, "");
      },
    },
  ];
  test.each(faults)("names $name", async ({ check, state, break: breakIt }) => {
    const h = await fresh();
    await h.app.close(1_000);
    breakIt(h);
    expect(stateOf(h, check)).toBe(state);
  });

  test("compares files with the index", async () => {
    const h = await fresh();
    appendFileSync(join(h.folder("notes"), "a.md"), "more\n");
    rmSync(join(h.folder("notes"), "b.md"));
    mkdirSync(join(h.folder("notes"), "new"));
    writeFileSync(join(h.folder("notes"), "new", "c.md"), "# C\n");
    const { healthy, verify } = diagnose(h.config, true);
    expect(healthy).toBe(false);
    expect(verify?.findings.map(({ relPath }) => relPath).sort()).toEqual(["a.md", "b.md", "new/c.md"]);
    expect(verify?.findings.every(({ advice }) => advice.length > 0)).toBe(true);
  });
});
