/** Codex's rollout file: `response_item` lines contain messages and calls, `turn_context` lines the model. */

import { readToolInput } from "../../core/events/normalize.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { readJsonLines, textOfParts } from "../_shared/json-lines.js";
import type { TranscriptFacts } from "../contract.js";

export function transcript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = {};
  for (const { type, payload } of readJsonLines(text)) {
    if (!isRecord(payload)) continue;
    if (type === "turn_context" && typeof payload["model"] === "string") facts = { ...facts, model: payload["model"] };
    if (type === "response_item") facts = { ...facts, ...factsOfItem(payload) };
  }
  return facts;
}

function factsOfItem(item: JsonObject): TranscriptFacts {
  if (item["type"] === "message" && item["role"] === "assistant") {
    const lastAnswer = textOfParts(item["content"]);
    return lastAnswer === undefined ? {} : { lastAnswer };
  }
  if (item["type"] !== "function_call" || item["name"] !== "update_plan") return {};
  const { plan } = readToolInput(item["arguments"]);
  const steps = (Array.isArray(plan) ? plan : []).filter(isRecord);
  return steps.length === 0 ? {} : { plan: steps.map(({ step, status }) => `[${status}] ${step}`).join("\n") };
}
