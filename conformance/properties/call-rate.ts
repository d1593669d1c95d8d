/** call.rate: a server refuses calls that come too fast; the suite does not provoke it, it only looks at those that happened. */
import { everyWire, type Property } from "../property.ts";

const rows = ["tools.rate-limited"];

export default {
  id: "call.rate",
  claim: "Calls above a limit are refused with 429 and do not run",
  rows,
  on: everyWire,
  mode: "last",
  async run(check) {
    if (check.transport === "stdio")
      return check.skip("tools.rate-limited", "a process on stdio serves one client");
    const refused = check.http.poster.refusals();
    if (refused === 0)
      return check.skip("tools.rate-limited", "no request came too fast for the server's limit");
    const exchange = check.http.poster.ranAnyway();
    check.expect(
      "tools.rate-limited",
      exchange === undefined,
      "a request that was answered with 429 had run: the answer holds a result",
      exchange && { exchange },
    );
  },
} satisfies Property;
