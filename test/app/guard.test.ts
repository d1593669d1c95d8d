/** What a handler throws becomes an error for users, or stays hidden; damage is also acted on. */
import { expect, test } from "vitest";
import { guarded } from "../../src/app/guard.ts";
import { ConfigError } from "../../src/engine/config/errors.ts";
import { StoreError } from "../../src/engine/store/errors.ts";
import { ToolError } from "../../src/runtime/tool-error.ts";

const sqlite = (code: string) => Object.assign(new Error("SQL text"), { code });

test.each([
  { thrown: sqlite("SQLITE_CORRUPT"), message: /index is damaged and is set aside. Run gno_sync/, damage: 1 },
  { thrown: sqlite("SQLITE_CORRUPT_VTAB"), message: /index is damaged/, damage: 1 },
  { thrown: sqlite("SQLITE_NOTADB"), message: /index is damaged/, damage: 1 },
  { thrown: sqlite("SQLITE_IOERR_READ"), message: /Check its permissions/, damage: 0 },
  { thrown: sqlite("SQLITE_BUSY"), message: /Try again/, damage: 0 },
  // The durable database: its own sentence, and no reason to drop the index.
  { thrown: new StoreError("damaged", "The durable database is damaged."), message: /durable/, damage: 0 },
  { thrown: new ConfigError("index.yml", []), message: /^$/, damage: 0 },
])("$thrown", async ({ thrown, message, damage }) => {
  let found = 0;
  const tool = { run: () => Promise.reject(thrown), text: () => "" };
  const { one } = guarded({ one: tool }, () => {
    found += 1;
  });
  const failed = await Promise.resolve(one?.run({} as never, {} as never, {} as never)).catch(
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(ToolError);
  expect((failed as ToolError).message).toMatch(message);
  expect((failed as ToolError).message).not.toContain("SQL text");
  expect(found).toBe(damage);
});

test("an error nobody foresaw passes through, for the log", async () => {
  const bug = new TypeError("x");
  const { one } = guarded({ one: { run: () => Promise.reject(bug), text: () => "" } }, () => {});
  await expect(Promise.resolve(one?.run({} as never, {} as never, {} as never))).rejects.toBe(bug);
});
