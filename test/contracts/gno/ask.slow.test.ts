/** gno_ask with a model file in its real process, and with a server that hangs for as long as it may. */

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chatModel } from "../../fixtures/gguf/chat-model.ts";
import { harness } from "./harness.ts";

const collections = { notes: { "formats.md": "# Formats\n\nThe old format is supported until June.\n" } };
const yamlOf = (gen: string) =>
  `models:\n  activePreset: mine\n  inferenceTimeout: 1000\n  presets:\n    - {id: mine, embed: builtin, gen: ${JSON.stringify(gen)}}\n`;
const question = { query: "Which formats are supported?", verify: true, explain: true };

test("a model file drafts and judges under the grammar of the schemas", async () => {
  const h = await harness({ collections });
  const file = join(h.root, "writer.gguf");
  // It writes this word into every text of the JSON: a claim, a quote that stands in the passage, and its verdict.
  writeFileSync(file, chatModel({ word: "supported" }));
  writeFileSync(
    h.config.configFile,
    `version: "1.0"\ncollections:\n  - name: notes\n    path: ${JSON.stringify(h.folder("notes"))}\n${yamlOf(`file:${file}`).replace("  inferenceTimeout: 1000\n", "")}`,
  );
  const data = await h.ok("gno_ask", question);
  expect(data.meta.warnings).toBeUndefined();
  expect(data.meta.answerGenerated).toBe(true);
  const { claims, semantic } = data.verification;
  expect(claims.claims).toHaveLength(1);
  expect(claims.claims[0].text).toMatch(/supported/);
  expect(semantic).toMatchObject({
    status: "completed",
    reason: "verified",
    schemaRequested: true,
    schemaEnforced: true,
    modelCalls: 1,
  });
  expect(claims.answerStatus).toBe("verified");
  expect(data.citations).toMatchObject([{ uri: "gno://notes/formats.md" }]);
}, 120_000);

test("a server that hangs is given up after the time that is configured", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const h = await harness({
    collections,
    yaml: yamlOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#writer`),
  });
  const data = await h.ok("gno_ask", question);
  expect(data.meta).toMatchObject({
    abstained: true,
    warnings: [
      { code: "GENERATOR_FAILED", message: expect.stringContaining("did not answer within 1000 ms") },
    ],
  });
}, 60_000);
