/** Pi's session file: `message` lines contain the conversation, `model_change` lines the model. It has no plans. */
import { isRecord } from "../../core/text/json.js";
import { readJsonLines } from "../_shared/json-lines.js";
import type { TranscriptFacts } from "../contract.js";
import { textOfBlocks } from "./messages.js";

export function transcript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = {};
  for (const { type, message, modelId } of readJsonLines(text)) {
    if (type === "model_change" && typeof modelId === "string") facts = { ...facts, model: modelId };
    if (type !== "message" || !isRecord(message) || message["role"] !== "assistant") continue;
    const lastAnswer = textOfBlocks(message["content"]);
    if (lastAnswer !== "") facts = { ...facts, lastAnswer };
  }
  return facts;
}
