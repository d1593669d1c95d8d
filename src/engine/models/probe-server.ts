/** Is a model server there, and does it have the model? Asked only when a person wants to know; no text is sent. */

export interface ProbeOptions {
  /** Base address with its version part. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export interface Probe {
  /** undefined = all is well. */
  readonly problem?: string;
  readonly cure?: string;
}

const TIMEOUT_MS = 5_000;
const MOST_NAMED = 10;
const MOST_BYTES = 4 * 2 ** 20;

/** Never throws. */
export async function probeServer(options: ProbeOptions): Promise<Probe> {
  const { url, model, apiKey, timeoutMs = TIMEOUT_MS, fetch: send = fetch } = options;
  const { origin } = new URL(url);
  let status: number;
  let body: string;
  try {
    const response = await send(`${url}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    body = await firstBytes(response);
  } catch (error) {
    const slow = (error as Error).name === "TimeoutError";
    return {
      problem: slow ? `${origin} did not answer within ${timeoutMs} ms` : `${origin} cannot be reached`,
      cure: "Start the model server, or choose another model with: gno models use builtin",
    };
  }
  if (status === 401 || status === 403) {
    return {
      problem: `${origin} answered ${status}`,
      cure: "Check the API key: GNO_MODEL_API_KEY or the one of this host.",
    };
  }
  if (status >= 500) return { problem: `${origin} answered ${status}`, cure: "Check the server's own log." };
  const ids = modelIds(body);
  // Ollama shows `name:latest` for what is asked for as `name`; a server without a list says nothing about it.
  if (ids === undefined || ids.some((id) => id === model || id === `${model}:latest`)) return {};
  const shown = ids.slice(0, MOST_NAMED).join(", ") + (ids.length > MOST_NAMED ? ", …" : "");
  return {
    problem: `${origin} does not list the model ${model}`,
    cure: `Load it there, or name one that it has: ${shown || "none"}`,
  };
}

function modelIds(body: string): readonly string[] | undefined {
  try {
    const { data } = JSON.parse(body) as { data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((row: { id?: unknown } | null) => (typeof row?.id === "string" ? [row.id] : []));
  } catch {
    return undefined;
  }
}

/** A longer list is cut, is then no JSON, and says nothing. */
async function firstBytes(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) break;
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
