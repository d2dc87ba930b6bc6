/** Qwen Code's chat file: `assistant` lines contain messages and calls of the model, as Gemini parts. */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { readJsonLines, textOfParts } from "../_shared/json-lines.js";
import type { TranscriptFacts } from "../contract.js";

export function transcript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = {};
  for (const { type, model, message } of readJsonLines(text)) {
    if (type !== "assistant" || !isRecord(message) || !Array.isArray(message["parts"])) continue;
    const parts = message["parts"].filter(isRecord);
    const lastAnswer = textOfParts(parts.filter(({ thought }) => thought !== true));
    const plan = parts.map(planOf).findLast((one) => one !== undefined);
    facts = {
      ...facts,
      ...(lastAnswer === undefined ? {} : { lastAnswer }),
      ...(plan === undefined ? {} : { plan }),
      ...(typeof model === "string" ? { model } : {}),
    };
  }
  return facts;
}

function planOf({ functionCall }: JsonObject): string | undefined {
  if (!isRecord(functionCall) || !isRecord(functionCall["args"])) return undefined;
  const { plan, todos } = functionCall["args"];
  if (functionCall["name"] === "exit_plan_mode") return typeof plan === "string" ? plan : undefined;
  if (functionCall["name"] !== "todo_write" || !Array.isArray(todos)) return undefined;
  return todos
    .filter(isRecord)
    .map(({ status, content }) => `[${status}] ${content}`)
    .join("\n");
}
