import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ACTIONS,
  CONTENT_CLASSES,
  decide,
  POLICIES,
  strictest,
  ZONES,
} from "../../../src/engine/egress/decide.ts";

const notes = { collection: "notes", policy: "remote", source: "explicit" } as const;
const sound = {
  collections: [notes],
  action: "retrieve",
  destinationZone: "remote",
  contentClass: "snippet",
  caller: { authenticated: true, operationAuthorized: true },
} as const;

describe("decide()", () => {
  test.each([
    ["nothing", undefined, "INVALID_INPUT"],
    ["no list", { ...sound, collections: "notes" }, "INVALID_INPUT"],
    [
      "65 collections",
      { ...sound, collections: Array.from({ length: 65 }, () => notes) },
      "COLLECTION_LIMIT_EXCEEDED",
    ],
    ["no collection", { ...sound, collections: [] }, "NO_COLLECTION_POLICY"],
    ["a foreign action", { ...sound, action: "mail" }, "UNKNOWN_ACTION"],
    ["a foreign zone", { ...sound, destinationZone: "moon" }, "UNKNOWN_DESTINATION"],
    [
      "publishing to this process",
      { ...sound, action: "publish", destinationZone: "local_process" },
      "ACTION_DESTINATION_MISMATCH",
    ],
    ["a foreign class", { ...sound, contentClass: "gossip" }, "UNKNOWN_CONTENT_CLASS"],
    ["a caller without flags", { ...sound, caller: {} }, "INVALID_CALLER"],
    ["a collection twice", { ...sound, collections: [notes, notes] }, "INVALID_COLLECTION"],
    ["a bad name", { ...sound, collections: [{ ...notes, collection: "../x" }] }, "INVALID_COLLECTION"],
    ["a foreign policy", { ...sound, collections: [{ ...notes, policy: "open" }] }, "UNKNOWN_POLICY"],
    [
      "a foreign source",
      { ...sound, collections: [{ ...notes, source: "rumour" }] },
      "UNKNOWN_POLICY_SOURCE",
    ],
    [
      "a default that is not local",
      { ...sound, collections: [{ ...notes, source: "config_default" }] },
      "INVALID_POLICY_SOURCE_PAIR",
    ],
    [
      "a caller without the right",
      { ...sound, caller: { authenticated: true, operationAuthorized: false } },
      "CALLER_NOT_AUTHORIZED",
    ],
    [
      "this machine",
      { ...sound, collections: [{ ...notes, policy: "local_only" }], destinationZone: "loopback" },
      "LOCAL_DESTINATION",
    ],
    [
      "a local collection going out",
      { ...sound, collections: [{ ...notes, policy: "local_only" }] },
      "POLICY_LOCAL_ONLY",
    ],
    [
      "a lan collection going further",
      { ...sound, collections: [{ ...notes, policy: "lan" }] },
      "POLICY_LAN_ONLY",
    ],
    [
      "a stranger",
      { ...sound, caller: { authenticated: false, operationAuthorized: true } },
      "AUTHENTICATION_REQUIRED",
    ],
    ["the lan", { ...sound, destinationZone: "lan" }, "LAN_POLICY_AUTHENTICATED"],
    ["far away", sound, "REMOTE_POLICY_AUTHENTICATED"],
  ])("answers %s", (_, question, reason) => {
    expect(decide(question).reason).toBe(reason);
  });

  test("follows the reach of each action", () => {
    const reach = Object.fromEntries(
      ACTIONS.map((action) => [
        action,
        ZONES.filter(
          (destinationZone) =>
            decide({ ...sound, action, destinationZone }).reason !== "ACTION_DESTINATION_MISMATCH",
        ),
      ]),
    );
    expect(reach).toEqual({
      retrieve: ["local_process", "loopback", "lan", "remote"],
      serve: ["loopback", "lan", "remote"],
      publish: ["remote"],
      remote_inference: ["loopback", "lan", "remote"],
      export: ["local_process", "lan", "remote"],
      clip_write: ["local_process", "loopback", "lan", "remote"],
    });
  });

  test("gives no class of content a way out that another has not", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACTIONS),
        fc.constantFrom(...ZONES),
        fc.constantFrom(...POLICIES),
        fc.boolean(),
        fc.boolean(),
        (action, destinationZone, policy, authenticated, operationAuthorized) => {
          const reasons = CONTENT_CLASSES.map(
            (contentClass) =>
              decide({
                collections: [{ ...notes, policy }],
                action,
                destinationZone,
                contentClass,
                caller: { authenticated, operationAuthorized },
              }).reason,
          );
          expect(new Set(reasons).size).toBe(1);
        },
      ),
    );
  });

  test("never throws and never allows what it does not understand", () => {
    fc.assert(
      fc.property(fc.anything(), (question) => {
        expect(decide(question).allowed).toBe(false);
      }),
    );
  });

  test("adding a stricter collection never opens a door", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom(...POLICIES),
        fc.constantFrom(...POLICIES),
        (destinationZone, one, other) => {
          const ask = (collections: unknown) => decide({ ...sound, collections, destinationZone }).allowed;
          const both = [
            { ...notes, policy: one },
            { ...notes, collection: "other", policy: other },
          ];
          if (ask(both)) expect([ask([both[0]]), ask([both[1]])]).toEqual([true, true]);
        },
      ),
    );
  });
});

test("strictest() names the source of the strictest collections", () => {
  expect(strictest([notes, { collection: "b", policy: "lan", source: "explicit" }])).toEqual({
    policy: "lan",
    source: "explicit",
  });
  expect(
    strictest([
      { collection: "a", policy: "local_only", source: "explicit" },
      { collection: "b", policy: "local_only", source: "config_default" },
    ]),
  ).toEqual({ policy: "local_only", source: "mixed" });
});
