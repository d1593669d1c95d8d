#!/usr/bin/env node
/** Entry of `gram-mcp`. The Node gate stands before every other import: older versions crash in the native SQLite module. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `gram-mcp needs Node 22.13 or newer; this is Node ${process.versions.node}. Install a current Node and try again.\n`,
  );
  process.exit(1);
}
const { main } = await import("./gram-main.ts");
await main();
