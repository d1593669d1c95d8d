/** message.notification: notifications are taken in silence, whatever they say. */
import { everyWire, type Property } from "../property.ts";
import { type Json, modernMeta, type Provoked } from "../target/target.ts";

const rows = [
  "base.notification-unanswered",
  "http.notification-accepted",
  "http.notification-refused",
  "cancel.unknown-ignored",
];

export default {
  id: "message.notification",
  claim: "Notifications are never answered, and pointless cancellations do no harm",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const meta: Json = check.era === "modern" ? { _meta: modernMeta() } : {};
    const notify = (method: string, params: unknown) =>
      talk.provoke(JSON.stringify({ jsonrpc: "2.0", method, params }));
    const cancels: readonly Json[] = [
      { requestId: 12345 },
      { requestId: "gone", reason: "test" },
      { requestId: null },
      { requestId: {} },
      {},
    ];
    for (const params of cancels) {
      const got = await notify("notifications/cancelled", { ...params, ...meta });
      check.expect(
        "base.notification-unanswered",
        got.answers.every((one) => one.result === undefined && (one.error === undefined || isRefusal(got))),
        "a cancellation is answered",
        got,
      );
      check.expect(
        "cancel.unknown-ignored",
        got.alive,
        `the server is gone after a cancellation of ${JSON.stringify(params)}`,
        got,
      );
      if (got.http === undefined) continue;
      check.expect(
        "http.notification-refused",
        got.http.status === 202 || isRefusal(got),
        `status ${got.http.status}`,
        got,
      );
    }
    const sensible = await notify("notifications/cancelled", { requestId: 12345, ...meta });
    judgeAccepted(sensible);
    if (check.era === "legacy")
      judgeAccepted(await talk.provoke('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
    const unknown = await notify("notifications/no-such", meta);
    check.expect(
      "base.notification-unanswered",
      unknown.answers.length === 0 || isRefusal(unknown),
      "an unknown notification is answered",
      unknown,
    );
    check.expect(
      "http.notification-refused",
      unknown.http?.status === 202 || isRefusal(unknown),
      `status ${unknown.http?.status}`,
      unknown,
    );

    function judgeAccepted(got: Provoked) {
      check.expect(
        "base.notification-unanswered",
        got.answers.length === 0,
        "a notification is answered",
        got,
      );
      if (got.http === undefined) return;
      const body = got.exchange.received.split("\n\n").slice(1).join("").trim();
      check.expect(
        "http.notification-accepted",
        got.http.status === 202 && body === "",
        `status ${got.http.status}, body ${JSON.stringify(body)}`,
        got,
      );
    }
  },
} satisfies Property;

/** Over HTTP a notification may be refused with a client error and a body. */
function isRefusal(got: Provoked): boolean {
  return got.http !== undefined && got.http.status >= 400 && got.http.status < 500;
}
