/** What gram asks and gno does not: a server that breaks it is caught by the row that names it. */
import { expect, test } from "vitest";
import { loadContract } from "../../conformance/contract.ts";
import { inProcess } from "../../conformance/examples/reference/stdio.ts";
import { conform } from "../../conformance/run.ts";
import { isObject, type Json } from "../../conformance/target/target.ts";
import { on, withResult } from "./mutants/mutant.ts";

const contract = loadContract("gram");

async function failing(only: string, change: (result: Json) => Json): Promise<readonly string[]> {
  const flaws = {
    respond: on("tools/call", (response) => withResult(response, (result) => change(right(result)))),
  };
  const report = await conform(
    {
      contract: "gram",
      profile: "full",
      write: true,
      eras: ["modern"],
      stdio: inProcess({ contract, write: true, flaws }),
      http: undefined,
      vault: undefined,
      seed: 42,
      runs: 25,
      path: undefined,
      only: [only],
      maxRpm: undefined,
      timeoutMs: 2_000,
      baseline: { entries: [] },
      retry: false,
      progress: () => {},
    },
    contract,
  );
  return report.entries.filter(({ outcome }) => outcome === "failed").map(({ row }) => row.id);
}

/** Both forms of the data changed alike. */
function withData(result: Json, change: (data: Json) => Json): Json {
  const data = change(isObject(result.structuredContent) ? result.structuredContent : {});
  return { ...result, structuredContent: data, content: [{ type: "text", text: JSON.stringify(data) }] };
}

/** The reference server writes its texts for people; this is what gram asks for. */
function right(result: Json): Json {
  return withData(result, (data) =>
    result.isError === true ? { code: "E_ARGUMENT", message: "Invalid argument x" } : data,
  );
}

test.each([
  { name: "nothing", only: "call.near-miss", change: (result: Json) => result, rows: [] },
  { name: "nothing", only: "call.examples", change: (result: Json) => result, rows: [] },
  {
    name: "the code of a refusal",
    only: "call.near-miss",
    change: (result: Json) => withData(result, ({ code: _code, ...rest }) => rest),
    rows: ["call.invalid-refused"],
  },
  {
    name: "the order of keys in the text",
    only: "call.near-miss",
    change: (result: Json) =>
      result.isError === true ? withData(result, ({ code, message }) => ({ message, code }) as Json) : result,
    rows: ["call.invalid-refused"],
  },
  {
    name: "the text as data",
    only: "call.examples",
    change: (result: Json) => ({ ...result, content: [{ type: "text", text: "for people" }] }),
    rows: ["tools.structured-as-text"],
  },
])("$only sees a server that loses $name", async ({ only, change, rows }) => {
  expect(await failing(only, change)).toEqual(rows);
});
