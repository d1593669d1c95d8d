/** Starts a model process, says which one, and waits to be killed. */
import { createLlamaHost } from "../../../src/engine/models/llama-host.ts";

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };
const host = createLlamaHost({ log: silent, childFile: new URL("./fake-child.ts", import.meta.url) });
const model = { path: "/models/tiny.gguf", stamp: "1:1", cure: "Pull it again." };
const run = (text: string) => host.run<"embed">({ task: "embed", model, texts: [text] });
await run("warm");
const endless = run("never answers");
process.send?.(host.pid);
await endless;
