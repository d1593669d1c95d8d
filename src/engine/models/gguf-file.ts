/**
 * Is this file a whole GGUF model? Read from its header alone, before any native code sees the file: an empty file, a web
 * page saved under a model's name or half a download must give a sentence within moments, not a crash or a hang.
 */
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { EmbeddingUnavailable } from "../embed/port.ts";

export interface GgufFacts {
  readonly bytes: number;
  readonly architecture: string;
  readonly name: string | undefined;
  /** Width of an embedding; undefined when the header does not say. */
  readonly dimension: number | undefined;
  readonly contextLength: number | undefined;
}

/** Values per block and bytes per block of each tensor type; one that is not listed is not measured. */
const BLOCKS: Readonly<Record<number, readonly [values: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
};
/** Bytes of the scalar value types; strings (8) and arrays (9) are read in their own way. */
const SCALAR_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const STRING = 8;
const ARRAY = 9;
const BLOCK_BYTES = 1 << 18;

/** @throws EmbeddingUnavailable that names the file and ends with `cure` */
export async function checkGgufFile(path: string, cure: string, name = basename(path)): Promise<GgufFacts> {
  const unusable = (what: string) =>
    new EmbeddingUnavailable("failed", `The model file ${name} ${what}. ${cure}`);
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new EmbeddingUnavailable("missing", `The model file ${name} is not there. ${cure}`);
    throw unusable("cannot be read; check its permissions");
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw unusable("is no file");
    if (stat.size === 0) throw unusable("is empty");
    const reader = new HeaderReader(handle, stat.size);
    if ((await reader.bytes(Math.min(4, stat.size))).toString("latin1") !== "GGUF")
      throw unusable((await looksLikePage(handle)) ? "is a web page and no model" : "is no GGUF model");
    const facts = await readHeader(reader, stat.size);
    if (facts === undefined) throw unusable("is cut short: its header is not complete");
    if (facts === "version") throw unusable("has a GGUF version that is not supported");
    if (facts.end > stat.size)
      throw unusable(`is cut short: it has ${stat.size} of at least ${facts.end} bytes`);
    return facts;
  } finally {
    await handle.close();
  }
}

async function looksLikePage(handle: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(512);
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  return isPage(start.subarray(0, bytesRead));
}

/** Does it begin like HTML or XML? */
export function isPage(start: Uint8Array): boolean {
  return /^\uFEFF?\s*<(!|\?xml|html|head|body)/i.test(Buffer.from(start).toString("utf8"));
}

async function readHeader(
  reader: HeaderReader,
  size: number,
): Promise<(GgufFacts & { readonly end: number }) | "version" | undefined> {
  try {
    const version = await reader.u32();
    if (version < 2 || version > 3) return "version";
    const tensors = await reader.u64();
    const keys = await reader.u64();
    const facts = new Map<string, string | number>();
    for (let n = 0; n < keys; n += 1) {
      const key = await reader.text();
      const value = await reader.value(await reader.u32());
      if (value !== undefined) facts.set(key, value);
    }
    let dataBytes = 0;
    for (let n = 0; n < tensors; n += 1) {
      await reader.text();
      const dims = await reader.u32();
      if (dims > 8) return undefined;
      let values = 1;
      for (let dim = 0; dim < dims; dim += 1) values *= await reader.u64();
      const [perBlock, blockBytes] = BLOCKS[await reader.u32()] ?? [1, 0];
      dataBytes = Math.max(dataBytes, (await reader.u64()) + (values / perBlock) * blockBytes);
    }
    const number = (key: string) => {
      const value = facts.get(key);
      return typeof value === "number" ? value : undefined;
    };
    const text = (key: string) => {
      const value = facts.get(key);
      return typeof value === "string" ? value : undefined;
    };
    const alignment = number("general.alignment") ?? 32;
    const architecture = text("general.architecture") ?? "";
    return {
      bytes: size,
      architecture,
      name: text("general.name"),
      dimension: number(`${architecture}.embedding_length`),
      contextLength: number(`${architecture}.context_length`),
      end: Math.ceil(reader.position / alignment) * alignment + dataBytes,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads forward in large blocks; a read past the end is a RangeError. */
class HeaderReader {
  readonly #handle: FileHandle;
  readonly #size: number;
  #block: Buffer = Buffer.alloc(0);
  /** Of the block's first byte. */
  #start = 0;
  #at = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  get position(): number {
    return this.#start + this.#at;
  }

  async bytes(count: number): Promise<Buffer> {
    await this.#need(count);
    this.#at += count;
    return this.#block.subarray(this.#at - count, this.#at);
  }

  async u32(): Promise<number> {
    return (await this.bytes(4)).readUInt32LE();
  }

  async u64(): Promise<number> {
    const value = (await this.bytes(8)).readBigUInt64LE();
    // A count or length of more than the file has bytes is a damaged header.
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError("count");
    return Number(value);
  }

  async text(): Promise<string> {
    return (await this.bytes(this.#within(await this.u64()))).toString("utf8");
  }

  /** Short texts and numbers; undefined for what nobody asks for. */
  async value(type: number): Promise<string | number | undefined> {
    if (type === STRING) {
      const length = this.#within(await this.u64());
      if (length <= 1024) return (await this.bytes(length)).toString("utf8");
      this.#skip(length);
      return undefined;
    }
    if (type === ARRAY) {
      await this.#skipArray();
      return undefined;
    }
    const bytes = await this.bytes(scalarBytes(type));
    return type === 4 ? bytes.readUInt32LE() : type === 5 ? bytes.readInt32LE() : undefined;
  }

  async #skipArray(): Promise<void> {
    const type = await this.u32();
    const count = this.#within(await this.u64());
    if (type === ARRAY) for (let n = 0; n < count; n += 1) await this.#skipArray();
    else if (type !== STRING) this.#skip(this.#within(count * scalarBytes(type)));
    else {
      for (let n = 0; n < count; n += 1) {
        // Vocabularies have hundreds of thousands of entries: no promise for those that are in the block already.
        if (this.#block.length - this.#at < 8) await this.#need(8);
        const length = this.#within(Number(this.#block.readBigUInt64LE(this.#at)));
        this.#at += 8;
        this.#skip(length);
      }
    }
  }

  #within(count: number): number {
    if (count > this.#size) throw new RangeError("length");
    return count;
  }

  #skip(count: number): void {
    this.#at += count;
    if (this.position > this.#size) throw new RangeError("end");
  }

  async #need(count: number): Promise<void> {
    if (this.#block.length - this.#at >= count) return;
    const from = this.position;
    const length = Math.min(Math.max(count, BLOCK_BYTES), this.#size - from);
    if (length < count) throw new RangeError("end");
    const block = Buffer.alloc(length);
    const { bytesRead } = await this.#handle.read(block, 0, length, from);
    if (bytesRead < count) throw new RangeError("end");
    this.#block = block.subarray(0, bytesRead);
    this.#start = from;
    this.#at = 0;
  }
}

function scalarBytes(type: number): number {
  const bytes = SCALAR_BYTES[type];
  if (bytes === undefined) throw new RangeError("type");
  return bytes;
}
