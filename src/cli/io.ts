/** What a command may write to: stdout for its answer, stderr for everything else, colour only where a person looks. */
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
  readonly paint: Paint;
  readonly quiet: boolean;
}

type Style = "bold" | "dim" | "cyan" | "green" | "yellow" | "red";

/** Colours text for stdout, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_style, text) => text;

// Whether to colour was decided from flags, NO_COLOR and the terminal; styleText must not decide again.
export const ansi: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** The process's own streams. `color` undefined = colour when stdout is a terminal. */
export function processIo(options: { readonly color: boolean | undefined; readonly quiet: boolean }): Io {
  const colored = options.color ?? process.stdout.isTTY === true;
  return {
    stdout: streamOf(process.stdout),
    stderr: streamOf(process.stderr),
    readStdin,
    paint: colored ? ansi : plain,
    quiet: options.quiet,
  };
}

function streamOf(stream: NodeJS.WriteStream): Stream {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns ?? 80;
    },
  };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}
