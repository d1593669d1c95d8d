/** Opens an index in a process of its own: `node open-child.ts <path> once|crash`. */
import { openDurable, openIndex } from "../../../src/engine/store/open.ts";

const [path = "", mode] = process.argv.slice(2);
const store = openIndex(path, { busyTimeoutMs: 10_000 });
const durable = openDurable(path.replace("index", "durable"), { busyTimeoutMs: 10_000 });
const documents = store.statement<[], { n: number }>("SELECT count(*) AS n FROM document").get()?.n;
if (mode === "crash") {
  store.write(() => store.statement("INSERT OR REPLACE INTO meta VALUES ('crash', 'test')").run());
  process.stdout.write("written\n");
  process.kill(process.pid, "SIGKILL");
}
process.stdout.write(`${documents}\n`);
store.close();
durable.close();
