/** Hosts over a process that misbehaves on demand, closed after each test. */
import {
  createLlamaHost,
  type LlamaHost,
  type LlamaHostOptions,
} from "../../../src/engine/models/llama-host.ts";

export interface Hosts {
  /** What the processes wrote to their stderr. */
  readonly lines: string[];
  open(options?: Partial<LlamaHostOptions>): LlamaHost;
  closeAll(): Promise<void>;
}

export function createHosts(): Hosts {
  const hosts: LlamaHost[] = [];
  const lines: string[] = [];
  const write = (_message: string, fields?: Readonly<Record<string, unknown>>) => {
    if (fields?.line !== undefined) lines.push(String(fields.line));
  };
  return {
    lines,
    open(options = {}) {
      const host = createLlamaHost({
        log: { error: write, warn: write, info: write },
        childFile: new URL("./fake-child.ts", import.meta.url),
        ...options,
      });
      hosts.push(host);
      return host;
    },
    async closeAll() {
      await Promise.all(hosts.splice(0).map((host) => host.close()));
      lines.length = 0;
    },
  };
}

/** Which request of its process this was, and which process. */
export async function ask(
  host: LlamaHost,
  text: string,
  options: { signal?: AbortSignal; urgent?: boolean; path?: string } = {},
): Promise<{ order: number; pid: number }> {
  const { path = "/models/tiny.gguf", ...rest } = options;
  const model = { path, stamp: "1:1", cure: "Pull it again." };
  const [vector] = await host.run<"embed">({ task: "embed", model, texts: [text] }, rest);
  return { order: vector![0]!, pid: vector![1]! };
}
