/** Copilot's events file: `assistant.message` lines contain the answers; those of a subagent carry its id. */
import { isRecord } from "../../core/text/json.js";
import { readJsonLines } from "../_shared/json-lines.js";
import type { TranscriptFacts } from "../contract.js";

export function transcript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = {};
  for (const { type, data, agentId } of readJsonLines(text)) {
    if (type !== "assistant.message" || agentId !== undefined || !isRecord(data)) continue;
    const { content, model } = data;
    facts = {
      ...facts,
      ...(typeof model === "string" ? { model } : {}),
      ...(typeof content === "string" && content !== "" ? { lastAnswer: content } : {}),
    };
  }
  return facts;
}
