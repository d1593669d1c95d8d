/** `kernel.wat`, assembled. A test assembles it again and compares; `node test/engine/vector/assemble.ts` prints it. */
export const KERNEL_BASE64 =
  "AGFzbQEAAAABCQFgBX9/f39/AAISAQNlbnYGbWVtb3J5AgEBgIAEAwIBAAcIAQRzY2FuAAAKsAEBrQECA38DeyAEIAJBAnRqIQUCQANAIAQgBU8NAf0MAAAAAAAAAAAAAAAAAAAAACEKIAAhBiAAIANqIQcDQCAG/QAEACEIIAH9AAQAIQkgCiAI/YcBIAn9hwH9ugEgCP2IASAJ/YgB/boB/a4B/a4BIQogBkEQaiEGIAFBEGohASAGIAdJDQALIAQgCv0bACAK/RsBaiAK/RsCIAr9GwNqajYCACAEQQRqIQQMAAsLCw==";

/** The few parts of the global that are used; its types stand in the DOM library, which has no place in a server. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number }) => KernelMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Readonly<Record<string, unknown>> };
};

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export interface Kernel {
  readonly memory: KernelMemory;
  /** Writes n int32 dot products to `out`; all arguments are byte offsets but `n` and `dims` (a multiple of 16). */
  scan(query: number, rows: number, n: number, dims: number, out: number): void;
}

export function loadKernel(): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  const module = new WebAssembly.Module(Buffer.from(KERNEL_BASE64, "base64"));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { memory, scan: exports.scan as Kernel["scan"] };
}
