/** Where this program lies, for telling others how to start it: a checkout runs its sources, a package its bundle. */
import { fileURLToPath } from "node:url";

const inSource = import.meta.url.endsWith(".ts");

/** Absolute path of the file that starts `gno`. */
export const gnoEntry: string = fileURLToPath(
  new URL(inSource ? "../cli/gno.ts" : "./gno.js", import.meta.url),
);

/** Absolute path of the folder that holds package.json and spec. */
export const packageRoot: string = fileURLToPath(new URL(inSource ? "../../" : "../", import.meta.url));
