/** The sources run as they are: codegen, tests and a checkout without a build start them directly. */
import { expect, test } from "vitest";
import { gnoSource, place } from "./gno.ts";

test("indexes and searches", async () => {
  const at = place(gnoSource);
  at.write({ "a.md": "# Zebra\n" });
  expect(await at.gno(["init", at.vault])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^notes: 1 added/),
  });
  expect((await at.gno(["search", "zebra"])).stdout).toMatch(/^gno:\/\/notes\/a\.md:1 /);
});
