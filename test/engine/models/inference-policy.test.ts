/** Who may send text to which model server, as the configuration says. */
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../../src/engine/config/parse.ts";
import { expectedDecision } from "../../../src/engine/models/inference-policy.ts";

const policyOf = (yaml: string | undefined) => {
  const config = yaml === undefined ? undefined : parseConfig(yaml, { file: "index.yml", home: "/" });
  return expectedDecision({ load: () => config });
};

const three = `collections:
  - {name: private, path: /p}
  - {name: house, path: /h, egressPolicy: lan}
  - {name: open, path: /o, egressPolicy: remote}
`;

describe("expectedDecision()", () => {
  test.each([
    { zone: "loopback", names: ["private"], want: "LOCAL_DESTINATION" },
    { zone: "lan", names: ["private"], want: "POLICY_LOCAL_ONLY" },
    { zone: "lan", names: ["house"], want: "LAN_POLICY_AUTHENTICATED" },
    { zone: "remote", names: ["house"], want: "POLICY_LAN_ONLY" },
    { zone: "remote", names: ["open"], want: "REMOTE_POLICY_AUTHENTICATED" },
    // The strictest of the scope decides, and no scope is all of them.
    { zone: "lan", names: ["house", "open"], want: "LAN_POLICY_AUTHENTICATED" },
    { zone: "remote", names: ["house", "open"], want: "POLICY_LAN_ONLY" },
    { zone: "lan", names: [], want: "POLICY_LOCAL_ONLY" },
    { zone: "loopback", names: [], want: "LOCAL_DESTINATION" },
    { zone: "lan", names: ["gone"], want: "POLICY_LOCAL_ONLY" },
    { zone: "remote", names: ["open", "open"], want: "REMOTE_POLICY_AUTHENTICATED" },
  ] as const)("$zone, $names: $want", ({ zone, names, want }) => {
    expect(policyOf(three)(zone, names).reason).toBe(want);
  });

  test.each([undefined, ""])("reaches this machine only where nothing is configured: %j", (yaml) => {
    const allow = policyOf(yaml);
    expect([allow("loopback", []).allowed, allow("lan", []).allowed, allow("remote", []).allowed]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("weighs every collection of a large scope", () => {
    const names = Array.from({ length: 150 }, (_, n) => `c${n}`);
    const rows = (last: string) =>
      `collections:\n${names
        .map(
          (name, n) => `  - {name: ${name}, path: /${name}, egressPolicy: ${n === 149 ? last : "remote"}}\n`,
        )
        .join("")}`;
    expect(policyOf(rows("remote"))("remote", []).allowed).toBe(true);
    expect(policyOf(rows("lan"))("remote", []).reason).toBe("POLICY_LAN_ONLY");
  });
});
