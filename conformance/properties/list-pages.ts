/** list.pages: pages of a list, walked to the end, hold each item once; cursors are checked and stable. */
import { everyWire, type Property } from "../property.ts";
import type { Conversation, Reply } from "../target/target.ts";

const rows = ["page.complete", "page.bad-cursor", "page.stable", "cache.one-scope"];
const lists = [
  { method: "tools/list", member: "tools", capability: "tools", key: "name" },
  { method: "resources/list", member: "resources", capability: "resources", key: "uri" },
  { method: "prompts/list", member: "prompts", capability: "prompts", key: "name" },
] as const;

export default {
  id: "list.pages",
  claim: "Pages hold each item once, cursors are checked and give the same page again",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    let paged = false;
    for (const { method, member, capability, key } of lists) {
      if (!(capability in (talk.opening.capabilities as object))) continue;
      const pages = await walk(talk, method);
      const items = pages.flatMap((page) => (page.result?.[member] ?? []) as Record<string, unknown>[]);
      const keys = items.map((item) => String(item[key]));
      const twice = keys.find((one, index) => keys.indexOf(one) !== index);
      check.expect("page.complete", twice === undefined, `${method} gives ${twice} twice`, pages.at(-1));
      const scopes = new Set(pages.map((page) => page.result?.cacheScope));
      check.expect(
        "cache.one-scope",
        scopes.size <= 1,
        `${method} has pages of the scopes ${[...scopes].join(", ")}`,
      );
      for (const cursor of ["zzz", "", "x".repeat(10_000), "%00"]) {
        const reply = await talk.request(method, { cursor });
        check.expect(
          "page.bad-cursor",
          reply.error?.code === -32602 || (cursor === "" && reply.result !== undefined),
          `${method} takes the cursor ${JSON.stringify(cursor.slice(0, 20))}`,
          reply,
        );
      }
      const cursor = pages[0]?.result?.nextCursor;
      if (cursor === undefined) continue;
      paged = true;
      const [one, two] = [await talk.request(method, { cursor }), await talk.request(method, { cursor })];
      const same = JSON.stringify(one.result?.[member]) === JSON.stringify(two.result?.[member]);
      check.expect("page.stable", same, `${method} gives another page for the same cursor`, two);
    }
    if (!paged) check.skip("page.stable", "no list has a second page");
  },
} satisfies Property;

async function walk(talk: Conversation, method: string): Promise<readonly Reply[]> {
  const pages: Reply[] = [];
  let cursor: unknown;
  do {
    const page = await talk.request(method, cursor === undefined ? {} : { cursor });
    pages.push(page);
    cursor = page.result?.nextCursor;
  } while (cursor !== undefined && pages.length < 500);
  return pages;
}
