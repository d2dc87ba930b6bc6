import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { AgentDrive, TurnReading } from "../drive.js";

const drive: AgentDrive = {
  program: "pi",
  takes: ["systemPrompt", "tools"],
  totals: { costUsd: "turn", tokens: "turn" },
  args: ({ session, model, systemPrompt, tools, args }) => [
    ...["--mode", "json", "-p"],
    ...(session === undefined ? [] : ["--session", session]),
    ...(model === undefined ? [] : ["--model", model]),
    ...(systemPrompt === undefined ? [] : ["--system-prompt", systemPrompt]),
    ...(tools === undefined ? [] : ["--tools", tools]),
    ...args,
  ],
  read(sofar, line) {
    const { message } = line;
    if (line["type"] === "session" && typeof line["id"] === "string") return { ...sofar, session: line["id"] };
    if (line["type"] === "agent_settled")
      return { ...sofar, ...(line["aborted"] === true ? { failed: "it was aborted" } : {}), over: true };
    if (line["type"] !== "message_end" || !isRecord(message) || message["role"] !== "assistant") return sofar;
    return readMessage(sofar, message);
  },
  sessionGone: /No session found matching/,
};

/** It tries again after an error, so a later message replaces it. */
function readMessage({ failed: _, ...sofar }: TurnReading, message: JsonObject): TurnReading {
  const { usage, content, stopReason, errorMessage } = message;
  const parts = Array.isArray(content) ? content.filter(isRecord).filter(({ type }) => type === "text") : [];
  const text = parts.map((part) => String(part["text"])).join("");
  const cost = isRecord(usage) && isRecord(usage["cost"]) ? usage["cost"]["total"] : undefined;
  const tokens = isRecord(usage) ? usage["totalTokens"] : undefined;
  return {
    ...sofar,
    ...(text === "" ? {} : { text }),
    turns: (sofar.turns ?? 0) + 1,
    costUsd: (sofar.costUsd ?? 0) + (typeof cost === "number" ? cost : 0),
    tokens: (sofar.tokens ?? 0) + (typeof tokens === "number" ? tokens : 0),
    ...(stopReason === "error" || stopReason === "aborted"
      ? { failed: typeof errorMessage === "string" ? errorMessage : String(stopReason) }
      : {}),
  };
}

export default drive;
