/** An HTTP answer that is no tool result: what the server refused before a tool ran. */

export interface Refusal {
  readonly status: number;
  /** The contract's own code, where the body carries one: `WRITE_DISABLED`, `EGRESS_DENIED` … */
  readonly code: string | undefined;
  readonly message: string;
}

/** @returns undefined for errors that are no HTTP refusal. */
export function refusalOf(error: unknown): Refusal | undefined {
  const data = (error as { data?: { status?: unknown; text?: unknown } } | undefined)?.data;
  if (typeof data?.status !== "number") return undefined;
  const body = parse(data.text);
  const code = body?.data?.code;
  return {
    status: data.status,
    code: typeof code === "string" ? code : undefined,
    message: typeof body?.message === "string" ? body.message : `HTTP ${data.status}`,
  };
}

function parse(text: unknown): { message?: unknown; data?: { code?: unknown } } | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return (JSON.parse(text) as { error?: { message?: unknown; data?: { code?: unknown } } } | null)?.error;
  } catch {
    return undefined;
  }
}
