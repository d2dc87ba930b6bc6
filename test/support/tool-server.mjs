// An MCP server on stdio for tests. `node tool-server.mjs [LOG] [MODE]`: LOG gets one line per start, with the process id
// and, as JSON, what a call received. MODE is how it begins.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log = "", mode = "usual"] = process.argv.slice(2);
const note = (line) => log !== "" && appendFileSync(log, `${line}\n`);
const print = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (said) => ({ content: [{ type: "text", text: typeof said === "string" ? said : JSON.stringify(said) }] });

note(`start ${process.pid}`);
if (mode === "dies") {
  console.error("no database");
  process.exit(3);
}
if (mode === "noisy") process.stdout.write('listening on nothing\n{"level": "info"}\n\u0000\u00ff\u0001\n[1,2]\n');
if (mode === "binary") process.stdout.write(Buffer.alloc(3_000_000, 0xfe));

const TOOLS = {
  echo: ({ command }) => text({ decision: "deny", reason: command }),
  given: (input) => {
    note(JSON.stringify(input));
    return text("");
  },
  environment: () => text({ decision: "deny", reason: JSON.stringify({ ...process.env, cwd: process.cwd() }) }),
  pass: () => text(""),
  prose: () => text("all is well"),
  structured: () => ({ content: [], structuredContent: { decision: "deny", reason: "structured" } }),
  image: () => ({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }),
  error: () => ({ ...text("the policy is gone"), isError: true }),
  strange: () => ({ content: "deny" }),
  big: () => text("x".repeat(5_000_000)),
  dies: () => {
    console.error("out of memory");
    process.exit(9);
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  if (mode === "silent") return;
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return; // a notice
  if (method === "initialize")
    return print({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "t", version: "1" },
      },
    });
  if (params.name === "hangs") return undefined;
  const tool = TOOLS[params.name];
  if (tool === undefined) return print({ id, error: { code: -32602, message: `no tool ${params.name}` } });
  print({ id, result: tool(params.arguments ?? {}) });
  if (mode === "twice") print({ id, result: text({ decision: "allow" }) });
});
