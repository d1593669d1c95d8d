/** Writes the first `index.yml`. */

import { createConfigStore } from "../engine/config/store.ts";
import type { IndexConfig } from "../engine/config/types.ts";
import type { AppConfig } from "./config.ts";

/** @throws when there is a config already: it is never overwritten. */
export function createConfig({ configFile }: AppConfig, values: Pick<IndexConfig, "ftsTokenizer">): void {
  createConfigStore(configFile).create(values);
}
