/** What a published contract asks beyond the protocol. Ids differ from those of the revisions. */
import type { Row } from "./rows.ts";
import type { Transport } from "./target/target.ts";

const both: readonly Transport[] = ["stdio", "http"];

const table: readonly (readonly [
  id: string,
  check: string,
  statement: string,
  transport?: readonly Transport[],
])[] = [
  [
    "list.golden",
    "list.golden",
    "tools/list equals the published list of the profile and the write gate, byte for byte.",
  ],
  ["list.server", "list.golden", "The server calls itself by the contract's name and version."],
  ["list.strict", "list.schemas", "Every published schema names 2020-12 and compiles in a strict validator."],
  [
    "list.portable-names",
    "list.schemas",
    "Tool names have 1 to 64 letters, digits, `_` or `-`, so that clients can prefix them.",
  ],
  [
    "call.examples",
    "call.examples",
    "Each published example call succeeds, and its answer fits the tool's schema.",
  ],
  [
    "call.invalid-refused",
    "call.near-miss",
    "Arguments one step beside the schema are refused in the contract's form.",
  ],
  ["call.invalid-no-effect", "call.near-miss", "Refused arguments change nothing."],
  [
    "call.valid-answered",
    "call.generated",
    "Any arguments that fit the schema get an answer that fits the output schema, or a declared error.",
  ],
  [
    "call.error-form",
    "call.generated",
    "An error of a tool has the contract's form and a code that the tool declares.",
  ],
  ["call.error-marked", "call.errors", "A failure is marked as one and carries a stable code and a hint."],
  [
    "call.unknown-refused",
    "call.unknown-tool",
    "A name outside the contract, the profile or the write gate is refused as unknown.",
  ],
  ["call.read-only", "call.read-only", "A read tool changes nothing."],
  [
    "call.lenient",
    "call.lenient",
    "A number, true, false, array or object sent as text is taken; null means absent; nothing else is.",
  ],
  ["call.repeatable", "call.read-only", "A read tool answers the same call with the same data."],
  ["write.absent", "write.gate", "Without the write gate no write tool is listed."],
  [
    "write.refused",
    "write.gate",
    "Without the write gate a write call is refused before anything of it is looked at.",
  ],
  [
    "write.examples",
    "write.examples",
    "With the write gate each write example succeeds or answers a declared error, and reading shows it.",
  ],
  [
    "write.valid-answered",
    "write.generated",
    "With the write gate any arguments that fit a write tool's schema get an answer that fits, or a declared error.",
  ],
  [
    "wires.equal",
    "wires.equal",
    "All wires answer the same call with the same structured content, and list the same tools.",
  ],
  ["batch.refused", "message.batch", "A batch is refused with -32600 and nothing of it runs."],
  [
    "session-id.refused",
    "http.session-id",
    "A session id on a modern request is refused with 400 and -32600.",
    ["http"],
  ],
  [
    "listen.refused",
    "subscriptions.served",
    "A server that announces no changes refuses to be listened to with -32601.",
  ],
  [
    "stream.event-id-refused",
    "http.endpoint",
    "`Last-Event-ID` on a modern request is refused with 400.",
    ["http"],
  ],
];

export const contractRows: readonly Row[] = table.map(([id, check, statement, transport]) => ({
  key: `contract/${id}`,
  id,
  era: "both",
  level: "MUST",
  transport: transport ?? both,
  statement,
  check,
}));
