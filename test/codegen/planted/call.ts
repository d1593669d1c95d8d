/** Calls the planted tool through the generated client, over stdio. */
import { connect } from "./generated/gno/sdk.ts";

const gno = await connect({ command: [process.execPath, "src/cli/gno.ts", "mcp"], env: process.env as Record<string, string> });
try {
  process.stdout.write(JSON.stringify(await gno.outline({ ref: "notes/plan.md", depth: 1 })));
} finally {
  await gno.close();
}
