import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { AgentDrive, TurnReading } from "../drive.js";

const drive: AgentDrive = {
  program: "gemini",
  takes: [],
  // It does not tell how often it called the model.
  totals: { costUsd: "unknown", tokens: "turn" },
  args: ({ session, model, args }) => [
    ...["--output-format", "stream-json"],
    ...(session === undefined ? [] : ["--resume", session]),
    ...(model === undefined ? [] : ["--model", model]),
    ...args,
  ],
  read(sofar, line) {
    switch (line["type"]) {
      case "init":
        return typeof line["session_id"] === "string" ? { ...sofar, session: line["session_id"] } : sofar;
      case "message":
        // In pieces; a call of a tool ends the text.
        return line["role"] === "assistant" ? { ...sofar, text: `${sofar.text ?? ""}${textOf(line)}` } : sofar;
      case "tool_result": {
        const { text: _, ...rest } = sofar;
        return rest;
      }
      case "result":
        return { ...sofar, ...readResult(line) };
      default:
        return sofar;
    }
  },
  sessionGone: /Error resuming session: Invalid session identifier/,
};

function textOf({ content }: JsonObject): string {
  return typeof content === "string" ? content : "";
}

function readResult({ status, stats, error }: JsonObject): TurnReading {
  const tokens = isRecord(stats) ? stats["total_tokens"] : undefined;
  const why = isRecord(error) && typeof error["message"] === "string" ? error["message"] : "the turn failed";
  return {
    ...(typeof tokens === "number" ? { tokens } : {}),
    ...(status === "success" ? {} : { failed: why }),
    over: true,
  };
}

export default drive;
