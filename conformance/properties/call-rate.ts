/** call.rate: a server refuses calls that come too fast; the suite does not provoke it, it only looks whether it happened. */
import { everyWire, type Property } from "../property.ts";

const rows = ["tools.rate-limited"];

export default {
  id: "call.rate",
  claim: "Calls above a limit are refused with 429",
  rows,
  on: everyWire,
  mode: "last",
  async run(check) {
    if (check.transport === "stdio")
      return check.skip("tools.rate-limited", "a process on stdio serves one client");
    const refused = check.http.poster.refusals();
    if (refused === 0)
      return check.skip("tools.rate-limited", "no request came too fast for the server's limit");
    check.expect("tools.rate-limited", true, "");
  },
} satisfies Property;
