// An MCP server on stdio with one tool, `leave_mark`, that makes a file in the folder given as argument.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder, mark] = process.argv.slice(2);

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion ?? "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "harbour", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({
    tools: [{ name: "leave_mark", description: "Leaves a mark.", inputSchema: { type: "object", properties: {} } }],
  }),
  "tools/call": () => {
    writeFileSync(join(folder, mark), "");
    return { content: [{ type: "text", text: "the mark is there" }] };
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return; // a notice
  const answer = ANSWERS[method];
  const reply = answer ? { result: answer(params) } : { error: { code: -32601, message: `no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
});
