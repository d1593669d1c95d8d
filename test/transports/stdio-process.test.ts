import { describe, expect, test } from "vitest";
import { start } from "./stdio-start.ts";
import { initialize, initialized, request } from "./wire.ts";

describe.each(["socket", "pipe"] as const)("stdout as a %s", (how) => {
  test("carries nothing but the protocol, whatever prints", async () => {
    const server = start(how, "noisy");
    server.send(initialize(1), initialized, request(2, "tools/list"));
    server.child.stdin!.end();
    const { code, stdout, stderr } = await server.ended;
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2]);
    for (const noise of ["console noise", "stdout noise", "descriptor noise"])
      expect(stderr).toContain(noise);
    expect(stderr).toContain("ended: end");
    expect(code).toBe(0);
  });

  test("an answer of a megabyte arrives whole", async () => {
    const server = start(how);
    const text = "é".repeat(500_000);
    server.send(
      initialize(1),
      initialized,
      request(2, "tools/call", { name: "fake_echo", arguments: { text } }),
    );
    server.child.stdin!.end();
    const { stdout } = await server.ended;
    const answer = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
    expect(answer.result.structuredContent.args.text).toBe(text);
  });
});
