/** Text for a model on another machine, from the tool to the wire: what is refused never arrives, and leaves a receipt. */
import { expect, test } from "vitest";
import { modelServer } from "../../fixtures/model-server.ts";
import { harness } from "./harness.ts";

/** By its address no private one, so it counts as far away; the kernel takes it to this machine all the same. */
const farAway = (url: string) => url.replace("127.0.0.1", "0.0.0.0");

test("nothing is embedded far away before the owner says so", async () => {
  const far = await modelServer();
  const h = await harness({
    collections: { notes: { "a.md": "# Apples\n\nred fruit\n" } },
    yaml: `models:\n  activePreset: own\n  presets:\n    - { id: own, name: Own, embed: "${farAway(far.url)}#some" }\n`,
  });
  const receipts = async () =>
    (await h.ok("gno_egress_audit_list")).receipts.map((one: { decision: string; reasonCode: string }) => [
      one.decision,
      one.reasonCode,
    ]);

  const refused = await h.job("gno_embed");
  expect(refused).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/gno collection policy set/),
  });
  expect(refused.error).not.toContain("Apples");
  expect(far.requests).toEqual([]);
  const denied = await receipts();
  expect(denied.length).toBeGreaterThan(0);
  expect(new Set(denied.map(String))).toEqual(new Set(["deny,POLICY_LOCAL_ONLY"]));

  // A question is text, too; the answer goes on by words.
  expect((await h.ok("gno_query", { query: "apples" })).results).toHaveLength(1);
  expect(far.requests).toEqual([]);

  const confirmation = {
    collection: "notes",
    currentPolicy: "local_only",
    currentRevision: 0,
    targetPolicy: "remote",
    acknowledged: true,
  };
  await h.ok("gno_egress_policy_set", { collection: "notes", policy: "remote", confirmation });
  expect(await h.job("gno_embed")).toMatchObject({ status: "completed" });
  expect(far.seen.join(" ")).toContain("red fruit");
  expect((await receipts())[0]).toEqual(["allow", "REMOTE_POLICY_AUTHENTICATED"]);

  const before = far.requests.length;
  await h.ok("gno_egress_policy_set", { collection: "notes", policy: "local_only" });
  h.write("notes", { "b.md": "# Pears\n\ngreen fruit\n" });
  await h.job("gno_sync");
  expect((await h.job("gno_embed")).status).toBe("failed");
  expect(far.requests).toHaveLength(before);
});
