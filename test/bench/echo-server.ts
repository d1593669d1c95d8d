/** The floor of a wire: one tool over the bare official SDK, answering a fixed payload of a given size. */
import { createServer } from "node:http";
import {
  fromJsonSchema,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [wire = "stdio", file = ""] = process.argv.slice(2);
const { readFileSync } = await import("node:fs");
const payload = JSON.parse(readFileSync(file, "utf8"));

function server() {
  const echo = new McpServer({ name: "echo", version: "1.0.0" });
  echo.registerTool(
    "echo",
    { description: "Answers a fixed payload.", inputSchema: fromJsonSchema({ type: "object" }) },
    async () => payload,
  );
  return echo;
}

if (wire === "stdio") {
  serveStdio(server);
} else {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
  });
  await server().connect(transport);
  const http = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const request = new Request(`http://127.0.0.1${req.url}`, {
      method: req.method ?? "POST",
      headers: req.headers as Record<string, string>,
      ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
    });
    const response = await transport.handleRequest(request);
    res.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) for await (const chunk of response.body) res.write(chunk);
    res.end();
  });
  http.listen(0, "127.0.0.1", () => {
    const address = http.address();
    process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : 0 })}\n`);
  });
}
