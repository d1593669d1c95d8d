/** What the command line says speaks of its own commands, and starts with as little as possible. */
import { expect, test } from "vitest";
import { tools } from "../../src/app/tools.ts";
import { toolCommands } from "../../src/cli/commands/tool.ts";
import { withCommands } from "../../src/cli/tool-names.ts";
import { place } from "./gno.ts";

test.each([
  ["See gno_egress_audit_list.", "See gno egress-audit list."],
  ["gno_get and gno_nothing, my_gno_get", "gno get and gno_nothing, my_gno_get"],
])("%s", (given, want) => expect(withCommands(given)).toBe(want));

test("no help names a tool", () => {
  const known = new RegExp(`\\b(?:${tools.map(({ name }) => name).join("|")})\\b`);
  for (const { words, summary, options, positionals } of toolCommands()) {
    const said = [
      summary,
      ...options.map(({ description }) => description),
      ...positionals.map((one) => one.description),
    ];
    expect(said.join("\n"), words.join(" ")).not.toMatch(known);
  }
});

test("a goal is enough for a capsule, and a receipt of it is for reading", async () => {
  const at = place();

  at.write({ "retries.md": "# Retry budget\n\nThree tries, then give up.\n" });
  await at.gno(["init", `${at.root}/notes`]);
  const built = await at.gno(["context", "build", "retry budget", "--json"]);
  expect(JSON.parse(built.stdout).budget.requestedTokens).toBe(12_000);
  const verify = (input: string, ...args: string[]) =>
    at.gno(["context", "verify", ...args], { stdin: input });
  expect((await verify(built.stdout)).stdout).toMatch(/^# /m);
  expect(JSON.parse((await verify(built.stdout, "--json")).stdout).operationStatus).toBe("completed");
  const nothing = await verify("");
  expect(nothing).toMatchObject({ code: 1, stdout: "" });
  expect(nothing.stderr).toBe(
    "gno: Standard input is empty. Save a capsule with: gno context build <goal> --json\n",
  );
});

test("an error names the command that helps", async () => {
  const at = place();
  await at.gno(["init"]);
  const { code, stderr } = await at.gno(["trace", "show", "nope"]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("gno trace list") });
});
