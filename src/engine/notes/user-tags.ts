/** Tags of files that cannot carry them, in the durable database: they are user data and survive every re-index. */

import type { Store } from "../store/open.ts";
import { withRetry } from "../store/retry.ts";

export interface UserTags {
  /** Replaces the tags of a path; an empty list removes them. */
  set(collection: string, relPath: string, tags: readonly string[]): Promise<void>;
}

export function createUserTags(durable: Store, waitMs: number): UserTags {
  return {
    set(collection, relPath, tags) {
      const replace = (): void =>
        durable.write(() => {
          durable
            .statement("DELETE FROM user_tag WHERE collection = ? AND rel_path = ?")
            .run(collection, relPath);
          const insert = durable.statement(
            "INSERT INTO user_tag (collection, rel_path, tag) VALUES (?, ?, ?)",
          );
          for (const tag of tags) insert.run(collection, relPath, tag);
        });
      return withRetry(replace, { waitMs });
    },
  };
}
