/** Assembles kernel.wat and returns it as base64; run as a program it prints it. */
import { readFileSync } from "node:fs";
import wabt from "wabt";

export async function assemble(): Promise<string> {
  const source = readFileSync(new URL("../../../src/engine/vector/kernel.wat", import.meta.url), "utf8");
  const module = (await wabt()).parseWat("kernel.wat", source, { simd: true });
  return Buffer.from(module.toBinary({}).buffer).toString("base64");
}

if (import.meta.main) process.stdout.write(`${await assemble()}\n`);
