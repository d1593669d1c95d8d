/** What a published contract asks beyond the protocol. Ids differ from those of the revisions. */
import type { Level, Row } from "./rows.ts";
import type { Transport } from "./target/target.ts";

const both: readonly Transport[] = ["stdio", "http"];
const http: readonly Transport[] = ["http"];

export const contractRows: readonly Row[] = [
  row(
    "list.golden",
    "list.golden",
    both,
    "tools/list equals the published list of the profile and the write gate, byte for byte.",
  ),
  row("list.server", "list.golden", both, "The server calls itself by the contract's name and version."),
  row(
    "list.strict",
    "list.schemas",
    both,
    "Every published schema names 2020-12 and compiles in a strict validator.",
  ),
  row(
    "list.portable-names",
    "list.schemas",
    both,
    "Tool names have 1 to 64 letters, digits, `_` or `-`, so that clients can prefix them.",
  ),
  row(
    "call.examples",
    "call.examples",
    both,
    "Each published example call succeeds, and its answer fits the tool's schema.",
  ),
  row(
    "call.examples-equal",
    "call.examples",
    both,
    "On the example files the answers are the published ones, but for host paths and clocks.",
    "DEF",
  ),
  row(
    "call.invalid-refused",
    "call.near-miss",
    both,
    "Arguments one step beside the schema are refused in the contract's form.",
  ),
  row("call.invalid-no-effect", "call.near-miss", both, "Refused arguments change nothing."),
  row(
    "call.valid-answered",
    "call.generated",
    both,
    "Any arguments that fit the schema get an answer that fits the output schema, or a declared error.",
  ),
  row(
    "call.error-form",
    "call.generated",
    both,
    "An error of a tool has the contract's form and a code that the tool declares.",
  ),
  row(
    "call.error-marked",
    "call.errors",
    both,
    "A failure is marked as one and carries a stable code and a hint.",
  ),
  row(
    "call.unknown-refused",
    "call.unknown-tool",
    both,
    "A name outside the contract, the profile or the write gate is refused as unknown.",
  ),
  row("call.read-only", "call.read-only", both, "A read tool changes nothing."),
  row(
    "call.lenient",
    "call.lenient",
    both,
    "A number, true, false, array or object sent as text is taken; null means absent; nothing else is.",
  ),
  row("call.repeatable", "call.read-only", both, "A read tool answers the same call with the same data."),
  row("write.absent", "write.gate", both, "Without the write gate no write tool is listed."),
  row(
    "write.refused",
    "write.gate",
    both,
    "Without the write gate a write call is refused before anything of it is looked at.",
  ),
  row(
    "write.examples",
    "write.examples",
    both,
    "With the write gate each write example succeeds or answers a declared error, and reading shows it.",
  ),
  row(
    "write.valid-answered",
    "write.generated",
    both,
    "With the write gate any arguments that fit a write tool's schema get an answer that fits, or a declared error.",
  ),
  row(
    "wires.equal",
    "wires.equal",
    both,
    "All wires answer the same call with the same structured content, and list the same tools.",
  ),
  row("batch.refused", "message.batch", both, "A batch is refused with -32600 and nothing of it runs."),
  row(
    "session-id.refused",
    "http.session-id",
    http,
    "A session id on a modern request is refused with 400 and -32600.",
  ),
  row(
    "listen.refused",
    "subscriptions.served",
    both,
    "A server that announces no changes refuses to be listened to with -32601.",
  ),
  row(
    "stream.event-id-refused",
    "http.endpoint",
    http,
    "`Last-Event-ID` on a modern request is refused with 400.",
  ),
];

function row(
  id: string,
  check: string,
  transport: readonly Transport[],
  statement: string,
  level: Level = "MUST",
): Row {
  return { key: `contract/${id}`, id, era: "both", level, transport, statement, check };
}
