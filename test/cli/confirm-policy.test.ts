/** Before content may go further the owner is asked, in words that say how far; his yes is the confirmation. */
import { expect, test } from "vitest";
import { tools } from "../../src/app/tools.ts";
import { CommandError, type Context } from "../../src/cli/command.ts";
import { confirmedPolicy } from "../../src/cli/confirm-policy.ts";
import { plain } from "../../src/cli/io.ts";
import { type Harness, harness } from "../contracts/gno/harness.ts";

const tool = tools.find(({ name }) => name === "gno_egress_policy_set")!;

/** `typed` undefined = nobody sits there. */
function context({ config }: Harness, typed: string | undefined, yes = false) {
  const asked: string[] = [];
  const silent = { write: () => undefined, isTTY: false, columns: 80 };
  const made: Context = {
    config: { ...config, yes },
    signal: new AbortController().signal,
    io: {
      stdout: silent,
      stderr: silent,
      readStdin: async () => "",
      async ask(question) {
        asked.push(question);
        return typed;
      },
      paint: plain,
      quiet: false,
    },
  };
  return { made, asked };
}

const relax = { collection: "notes", policy: "lan" };

test("a yes becomes the confirmation of what is now", async () => {
  const h = await harness();
  const { made, asked } = context(h, "y");
  const args = await confirmedPolicy(h.app, tool, { ...relax, collection: " Notes " }, made);
  expect(asked).toEqual([
    expect.stringMatching(/notes may then go to machines with private addresses.*\[y\/N\]/),
  ]);
  expect(args.confirmation).toEqual({
    collection: "notes",
    currentPolicy: "local_only",
    currentRevision: 0,
    targetPolicy: "lan",
    acknowledged: true,
  });
  expect((await h.ok("gno_egress_policy_set", args)).change).toBe("relaxed");
});

test.each([
  { typed: "n", code: "CANCELLED" },
  { typed: "", code: "CANCELLED" },
  { typed: undefined, code: "VALIDATION" },
])("typed $typed: $code, and nothing is changed", async ({ typed, code }) => {
  const h = await harness();
  const { made } = context(h, typed);
  const refused = await confirmedPolicy(h.app, tool, relax, made).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CommandError);
  expect(refused).toMatchObject({ code });
  expect(await h.ok("gno_egress_policy_get", { collection: "notes" })).toMatchObject({ revision: 0 });
});

test("--yes answers, and what goes no further is not asked", async () => {
  const h = await harness();
  const { made, asked } = context(h, undefined, true);
  await h.ok("gno_egress_policy_set", await confirmedPolicy(h.app, tool, relax, made));
  const careful = context(h, "n");
  for (const policy of ["local_only", "lan"]) {
    const args = { collection: "notes", policy };
    expect(await confirmedPolicy(h.app, tool, args, careful.made)).toEqual(args);
  }
  expect([asked, careful.asked]).toEqual([[], []]);
});

test("what is not configured is said, not asked", async () => {
  const h = await harness();
  const { made, asked } = context(h, "y");
  await expect(confirmedPolicy(h.app, tool, { ...relax, collection: "attic" }, made)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(asked).toEqual([]);
});
