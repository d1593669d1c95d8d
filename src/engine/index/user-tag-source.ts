/** The user tags of the durable database, as the sync applies them. */
import type { Store } from "../store/open.ts";
import type { UserTagSource } from "./run-context.ts";

export function createUserTagSource(durable: Store): UserTagSource {
  return {
    of(collection) {
      const rows = durable
        .statement<[string], { rel_path: string; tag: string }>(
          "SELECT rel_path, tag FROM user_tag WHERE collection = ? ORDER BY rel_path, tag",
        )
        .all(collection);
      const tags = new Map<string, string[]>();
      for (const { rel_path, tag } of rows) {
        const list = tags.get(rel_path);
        if (list === undefined) tags.set(rel_path, [tag]);
        else list.push(tag);
      }
      return tags;
    },
    move(collection, from, to) {
      durable.write(() => {
        durable
          .statement("UPDATE OR REPLACE user_tag SET rel_path = ? WHERE collection = ? AND rel_path = ?")
          .run(to, collection, from);
      });
    },
  };
}
