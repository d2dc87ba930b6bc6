import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import { commandExecutor } from "../../src/executors/command.js";
import { functionExecutor } from "../../src/executors/function.js";
import { httpExecutor } from "../../src/executors/http.js";
import { createExecutors } from "../../src/runtime/compose/executors.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { type ExecutorSubject, executorContract } from "../../src/testing/index.js";
import { removeFolder } from "../support/remove-folder.js";

const TOOL_SERVER = fileURLToPath(new URL("../support/tool-server.mjs", import.meta.url));
const AGENT = `const text = require("fs").readFileSync(0, "utf8");
const prompt = text.split("\\n\\n")[1];
const reason = /"command": "(\\w+)"/.exec(text)?.[1];
if (prompt === "hang") setInterval(() => {}, 1000);
else console.log(prompt === "fail" ? "no idea" : JSON.stringify({ ok: false, reason }));`;
const ECHO = `node -e 'const {tool_input} = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify({decision: "deny", reason: tool_input.command}))'`;
let base = "";
const home = mkdtempSync(join(tmpdir(), "snaphook-contract-"));
const server = http.createServer((request, response) => {
  if (request.url === "/hangs") return;
  if (request.url === "/fails") return void response.writeHead(500).end();
  let body = "";
  request.setEncoding("utf8").on("data", (text) => {
    body += text;
  });
  request.on("end", () => {
    if (request.url === "/v1/chat/completions") return answerAsModel(JSON.parse(body).messages[1].content, response);
    return response.end(JSON.stringify({ decision: "deny", reason: JSON.parse(body).tool_input.command }));
  });
});

function answerAsModel(question: string, response: http.ServerResponse): void {
  if (question.startsWith("hang")) return;
  const reason = /"command": "(\w+)"/.exec(question)?.[1];
  const content = question.startsWith("fail") ? "no idea" : JSON.stringify({ ok: false, reason });
  response.end(JSON.stringify({ choices: [{ message: { content } }] }));
}

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const models = { small: { kind: "openai", url: `${base}/v1`, model: "m" } };
  mkdirSync(join(home, ".config/snaphook"), { recursive: true });
  const judge = join(home, "judge.cjs");
  writeFileSync(judge, AGENT);
  const agent = { kind: "command", program: process.execPath, args: [judge] };
  const mcpServers = { policy: { command: process.execPath, args: [TOOL_SERVER] } };
  writeFileSync(join(home, ".config/snaphook/mcp.json"), JSON.stringify({ mcpServers }));
  writeFileSync(
    join(home, ".config/snaphook/models.json"),
    JSON.stringify({ models: { ...models, agent }, use: { prompt: "small", agent: "agent" } }),
  );
});
afterAll(() => {
  removeFolder(home);
  server.closeAllConnections();
  server.close();
});

const SUBJECTS: Record<string, ExecutorSubject> = {
  function: {
    open: () => functionExecutor(),
    echoes: {
      type: "function",
      fn: ({ tool_input }) => ({ verdict: "deny", reason: (tool_input as { command: string }).command }),
    },
    fails: { type: "function", fn: () => Promise.reject(new Error("boom")) },
    hangs: {
      type: "function",
      fn: (_payload, { signal }) =>
        new Promise((_done, fail) => {
          if (signal.aborted) fail(signal.reason);
          signal.addEventListener("abort", () => fail(signal.reason));
        }),
    },
  },
  prompt: {
    open: () => createExecutors(PROFILES, { HOME: home }).prompt,
    echoes: { type: "prompt", prompt: "echo" },
    fails: { type: "prompt", prompt: "fail" },
    hangs: { type: "prompt", prompt: "hang" },
  },
  agent: {
    open: () => createExecutors(PROFILES, { HOME: home, PATH: process.env["PATH"] }).agent,
    echoes: { type: "agent", prompt: "echo" },
    fails: { type: "agent", prompt: "fail" },
    hangs: { type: "agent", prompt: "hang" },
  },
  mcp_tool: {
    open: () => createExecutors(PROFILES, { HOME: home, PATH: process.env["PATH"] }).mcp_tool,
    echoes: { type: "mcp_tool", server: "policy", tool: "echo", input: { command: "${tool_input.command}" } },
    fails: { type: "mcp_tool", server: "policy", tool: "dies" },
    hangs: { type: "mcp_tool", server: "policy", tool: "hangs" },
  },
  command: {
    open: () => commandExecutor(PROFILES, process.env),
    echoes: { type: "command", command: ECHO },
    fails: { type: "command", command: "exit 7" },
    hangs: { type: "command", command: "sleep 60" },
  },
  http: {
    open: () => httpExecutor(PROFILES, process.env),
    // The server's port is known only when the cases run.
    get echoes() {
      return { type: "http" as const, url: `${base}/echo` };
    },
    get fails() {
      return { type: "http" as const, url: `${base}/fails` };
    },
    get hangs() {
      return { type: "http" as const, url: `${base}/hangs` };
    },
  },
};

describe.each(Object.entries(SUBJECTS))("the %s executor", (_type, subject) => {
  for (const { name, run } of executorContract(subject)) it(name, run);
});
