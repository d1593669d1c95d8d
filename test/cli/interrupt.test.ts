/** Ctrl-C ends long work in order: exit 130, one line, nothing half-written, and the lock is free again. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { place } from "./gno.ts";

const entry = join(bundle(), "gno.js");

test("cancels a running job and what it started", async () => {
  const at = place(entry);
  at.write({ "a.md": "# A\n" });
  expect((await at.gno(["init", at.vault])).code).toBe(0);
  // The command interrupts us itself, so the moment is certain without any waiting.
  const command = "kill -INT $PPID; sleep 60";
  appendFileSync(
    join(at.env.GNO_CONFIG_DIR as string, "index.yml"),
    `    updateCmd: ${JSON.stringify(command)}\n`,
  );
  const plain = await at.gno(["update", "--run-update-cmd"]);
  expect(plain).toMatchObject({
    code: 130,
    stdout: "",
    stderr: "gno: Cancelled. What was indexed so far is kept.\n",
  });
  const json = await at.gno(["update", "--run-update-cmd", "--json"]);
  expect(json).toMatchObject({ code: 130, stdout: "" });
  expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "CANCELLED" } });
  expect(await at.gno(["update"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^notes: 1 unchanged/),
  });
});
