/** Every property, in the order in which a run takes them: a test holds this list against the folder. */
import type { Property } from "../property.ts";
import cacheHints from "./cache-hints.ts";
import callErrors from "./call-errors.ts";
import callExamples from "./call-examples.ts";
import callGenerated from "./call-generated.ts";
import callHostile from "./call-hostile.ts";
import callLenient from "./call-lenient.ts";
import callNearMiss from "./call-near-miss.ts";
import callRate from "./call-rate.ts";
import callReadOnly from "./call-read-only.ts";
import callUnknownTool from "./call-unknown-tool.ts";
import cancelRaces from "./cancel-races.ts";
import capabilityHonest from "./capability-honest.ts";
import discoverAnswer from "./discover-answer.ts";
import httpEndpoint from "./http-endpoint.ts";
import httpHeaders from "./http-headers.ts";
import httpLoopback from "./http-loopback.ts";
import httpMedia from "./http-media.ts";
import httpOrigin from "./http-origin.ts";
import httpSessionId from "./http-session-id.ts";
import legacyLogging from "./legacy-logging.ts";
import legacyOpening from "./legacy-opening.ts";
import legacyResults from "./legacy-results.ts";
import legacySessions from "./legacy-sessions.ts";
import legacyStreams from "./legacy-streams.ts";
import listGolden from "./list-golden.ts";
import listPages from "./list-pages.ts";
import listSchemas from "./list-schemas.ts";
import listStable from "./list-stable.ts";
import messageBatch from "./message-batch.ts";
import messageCodes from "./message-codes.ts";
import messageIds from "./message-ids.ts";
import messageMalformed from "./message-malformed.ts";
import messageNotification from "./message-notification.ts";
import messageShape from "./message-shape.ts";
import messageText from "./message-text.ts";
import messageUnknownMethod from "./message-unknown-method.ts";
import metaRequired from "./meta-required.ts";
import metaStateless from "./meta-stateless.ts";
import metaTolerant from "./meta-tolerant.ts";
import promptsServed from "./prompts-served.ts";
import resourcesList from "./resources-list.ts";
import resourcesMissing from "./resources-missing.ts";
import resourcesRead from "./resources-read.ts";
import resourcesTraversal from "./resources-traversal.ts";
import resultTypes from "./result-types.ts";
import stdioEnd from "./stdio-end.ts";
import stdioFraming from "./stdio-framing.ts";
import stdioPurity from "./stdio-purity.ts";
import subscriptionsServed from "./subscriptions-served.ts";
import versionRefused from "./version-refused.ts";
import wiresEqual from "./wires-equal.ts";
import wiresInterleaved from "./wires-interleaved.ts";
import writeExamples from "./write-examples.ts";
import writeGate from "./write-gate.ts";
import writeGenerated from "./write-generated.ts";

export const properties: readonly Property[] = [
  legacyOpening,
  discoverAnswer,
  listGolden,
  listSchemas,
  listStable,
  listPages,
  messageIds,
  messageUnknownMethod,
  messageNotification,
  messageMalformed,
  messageBatch,
  messageText,
  metaRequired,
  metaStateless,
  metaTolerant,
  versionRefused,
  capabilityHonest,
  resultTypes,
  cacheHints,
  legacyResults,
  legacyLogging,
  legacySessions,
  legacyStreams,
  httpEndpoint,
  httpOrigin,
  httpHeaders,
  httpLoopback,
  httpMedia,
  httpSessionId,
  stdioFraming,
  stdioEnd,
  callUnknownTool,
  callExamples,
  callNearMiss,
  callGenerated,
  callHostile,
  callLenient,
  callErrors,
  callReadOnly,
  resourcesList,
  resourcesRead,
  resourcesMissing,
  resourcesTraversal,
  promptsServed,
  subscriptionsServed,
  cancelRaces,
  wiresEqual,
  wiresInterleaved,
  writeGate,
  writeExamples,
  writeGenerated,
  messageShape,
  callRate,
  messageCodes,
  stdioPurity,
];
