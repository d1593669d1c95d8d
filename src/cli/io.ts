/** What a command may write to: stdout for its answer, stderr for everything else, colour only where a person looks. */
import { isatty } from "node:tty";
import { styleText } from "node:util";

export interface Stream {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface Io {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Whole of standard input, as text. */
  readonly readStdin: () => Promise<string>;
  /** One line typed by a person, undefined where nobody sits at a terminal. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly paint: Paint;
  readonly quiet: boolean;
}

type Style = "bold" | "dim" | "cyan" | "green" | "yellow" | "red";

/** Colours text for stdout, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_style, text) => text;

// Whether to colour was decided from flags, NO_COLOR and the terminal; styleText must not decide again.
const ansi: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** The process's own streams. `color` undefined = colour when stdout is a terminal. */
export function processIo(options: { readonly color: boolean | undefined; readonly quiet: boolean }): Io {
  return {
    stdout: streamOf("stdout", 1),
    stderr: streamOf("stderr", 2),
    readStdin,
    ask,
    paint: (options.color ?? isatty(1)) ? ansi : plain,
    quiet: options.quiet,
  };
}

// The stream is made when something is written: a server on stdio takes descriptor 1 for the protocol before that.
function streamOf(name: "stdout" | "stderr", descriptor: number): Stream {
  return {
    write: (text) => {
      process[name].write(text);
    },
    isTTY: isatty(descriptor),
    get columns() {
      return process[name].columns || 80;
    },
  };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}

async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  if (!isatty(0) || !isatty(2)) return undefined;
  const { createInterface } = await import("node:readline/promises");
  // On stderr: the answer of the command belongs to stdout.
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}
