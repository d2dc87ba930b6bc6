/** A small MCP server on stdio: one JSON-RPC message per line. A bad message never ends it; the end of stdin does. */
import { createInterface } from "node:readline";
import { isCi } from "../../core/text/is-ci.js";
import { escapeUnseen, isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import type { Call } from "../command.js";
import { type LocalTool, MEMORY_TOOLS } from "./memory-tools.js";
import { TOOLS, type Tool } from "./tools.js";

const ALL_TOOLS: Readonly<Record<string, LocalTool | Tool>> = { ...TOOLS, ...MEMORY_TOOLS };

const VERSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"];
const WAIT_SECONDS = 30 * 60;
const [PARSE, REQUEST, METHOD, PARAMS, INTERNAL] = [-32700, -32600, -32601, -32602, -32603];

type Id = string | number;
type Reply = JsonObject | { readonly code: number; readonly message: string } | undefined;

export async function serveMcp(call: Call): Promise<void> {
  const { places, cwd, environment, raw } = call;
  /** Calls that wait for the user. */
  const waiting = new Map<Id, AbortController>();
  // `raw` is the real stdout; JSON escapes what it would remove.
  const send = (message: JsonObject) => raw(escapeUnseen(JSON.stringify({ jsonrpc: "2.0", ...message })));
  const fail = (id: Id | null, code: number, message: string) => send({ id, error: { code, message } });

  const callTool = async (id: Id, params: JsonObject): Promise<Reply> => {
    const tool = lookUp<LocalTool | Tool>(ALL_TOOLS, String(params["name"]));
    if (tool === undefined) return { code: PARAMS, message: "unknown tool" };
    const given = isRecord(params["arguments"]) ? params["arguments"] : {};
    if ("run" in tool) {
      const { text, isError } = await tool.run(call, given);
      return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
    }
    const question = tool.question(given);
    if (typeof question === "string") return { content: [{ type: "text", text: question }], isError: true };
    const gone = new AbortController();
    waiting.set(id, gone);
    const { progressToken } = isRecord(params["_meta"]) ? params["_meta"] : {};
    let progress = 0;
    const onStep = () => {
      if (typeof progressToken === "string" || typeof progressToken === "number")
        send({ method: "notifications/progress", params: { progressToken, progress: ++progress } });
    };
    const ci = { ci: isCi(environment) };
    // Claude Code names its session to its MCP servers: the plan of ExitPlanMode is not in the call.
    const session = environment["CLAUDE_CODE_SESSION_ID"];
    const known = session === undefined || session === "" ? {} : { session };
    const body = { ...question, ...known, agent: "mcp", cwd, waitSeconds: WAIT_SECONDS, ...ci };
    // Most sessions ask nothing.
    const { askThroughDaemon } = await import("../../client/ask-user.js");
    const answer = await askThroughDaemon(places, body, { signal: gone.signal, onStep });
    if (waiting.get(id) === gone) waiting.delete(id);
    if (gone.signal.aborted) return undefined; // a cancelled call gets no response
    const { text, isError } = tool.result(given, answer);
    return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
  };

  const answerRequest = async (id: Id, method: string, params: JsonObject): Promise<Reply> => {
    switch (method) {
      case "initialize": {
        const wanted = String(params["protocolVersion"]);
        const serverInfo = { name: "snaphook", version: packageVersion() };
        const protocolVersion = VERSIONS.includes(wanted) ? wanted : VERSIONS[0]!;
        return { protocolVersion, capabilities: { tools: {} }, serverInfo };
      }
      case "ping":
        return {};
      case "tools/list":
        return {
          tools: Object.entries(ALL_TOOLS).map(([name, { description, inputSchema }]) => ({
            name,
            description,
            inputSchema,
          })),
        };
      case "tools/call":
        return waiting.has(id) ? { code: REQUEST, message: "this id is in use" } : callTool(id, params);
      default:
        return { code: METHOD, message: "unknown method" };
    }
  };

  const take = async (message: unknown): Promise<void> => {
    if (!isRecord(message) || typeof message["method"] !== "string") {
      const isResponse = isRecord(message) && ("result" in message || "error" in message);
      return isResponse ? undefined : fail(null, REQUEST, "not a request");
    }
    const { id, method } = message;
    const params = isRecord(message["params"]) ? message["params"] : {};
    if (id === undefined) {
      if (method === "notifications/cancelled") waiting.get(params["requestId"] as Id)?.abort();
      return;
    }
    if (typeof id !== "string" && typeof id !== "number") return fail(null, REQUEST, "an id is a string or a number");
    // Its files may be gone: the program was upgraded meanwhile.
    const reply = await answerRequest(id, method, params).catch(({ message }: Error) => ({ code: INTERNAL, message }));
    if (reply === undefined) return;
    send("code" in reply ? { id, error: reply } : { id, result: reply });
  };

  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      fail(null, PARSE, "not JSON");
      continue;
    }
    for (const one of Array.isArray(message) ? message : [message]) void take(one);
    if (Array.isArray(message) && message.length === 0) fail(null, REQUEST, "an empty batch");
  }
  for (const gone of waiting.values()) gone.abort();
}
