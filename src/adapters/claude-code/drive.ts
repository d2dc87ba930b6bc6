import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { AgentDrive, TurnReading } from "../drive.js";

const drive: AgentDrive = {
  program: "claude",
  takes: ["systemPrompt", "tools", "host"],
  // Its usage is that of one run, its cost that of the session.
  totals: { costUsd: "session", tokens: "turn" },
  args({ session, model, systemPrompt, tools, host, args }) {
    const [command, ...rest] = host ?? [];
    const servers = { mcpServers: { snaphook: { command, args: rest } } };
    return [
      ...["-p", "--output-format", "stream-json", "--verbose"],
      ...(session === undefined ? [] : ["--resume", session]),
      ...(model === undefined ? [] : ["--model", model]),
      ...(systemPrompt === undefined ? [] : ["--system-prompt", systemPrompt]),
      ...(tools === undefined ? [] : ["--tools", tools]),
      ...(command === undefined
        ? []
        : ["--mcp-config", JSON.stringify(servers), "--permission-prompt-tool", "mcp__snaphook__approve"]),
      ...args,
    ];
  },
  read(sofar, line) {
    const session = typeof line["session_id"] === "string" ? { session: line["session_id"] } : {};
    if (line["type"] === "result") return { ...sofar, ...session, ...readResult(line) };
    const isAnswer = line["type"] === "assistant" && line["parent_tool_use_id"] === null;
    return { ...sofar, ...session, ...(isAnswer ? { turns: (sofar.turns ?? 0) + 1 } : {}) };
  },
  sessionGone: /No conversation found with session ID/,
};

function readResult(line: JsonObject): TurnReading {
  const { result, total_cost_usd: cost, num_turns: turns, usage } = line;
  const text = typeof result === "string" ? result : undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(typeof cost === "number" ? { costUsd: cost } : {}),
    ...(typeof turns === "number" ? { turns } : {}),
    ...(isRecord(usage) ? { tokens: sum(usage) } : {}),
    ...(line["is_error"] === true ? { failed: text ?? String(line["subtype"] ?? "error") } : {}),
    over: true,
  };
}

function sum(usage: JsonObject): number {
  const names = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  return names.reduce((all, name) => all + (typeof usage[name] === "number" ? usage[name] : 0), 0);
}

export default drive;
