/** legacy.logging: log levels are checked where logging is declared. */
import { legacyWires, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";

const rows = ["log.bad-level"];

export default {
  id: "legacy.logging",
  claim: "A log level that does not exist is refused",
  rows,
  on: legacyWires,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    if (!("logging" in declared)) return check.skip("log.bad-level", "logging is not declared");
    for (const level of ["loud", "INFO", 3]) {
      const reply = await talk.request("logging/setLevel", { level });
      check.expect(
        "log.bad-level",
        reply.error?.code === -32602,
        `the level ${level} is answered with ${reply.error?.code ?? "a result"}`,
        reply,
      );
    }
  },
} satisfies Property;
