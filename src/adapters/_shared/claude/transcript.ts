/** Claude's session file: one message or notice per line; subagents' messages are marked as side chains. */
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import type { TranscriptFacts } from "../../contract.js";
import { readJsonLines, textOfParts } from "../json-lines.js";

export function transcript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = {};
  for (const { isSidechain, message } of readJsonLines(text)) {
    if (isSidechain === true || !isRecord(message) || message["role"] !== "assistant") continue;
    const { model, content } = message;
    const lastAnswer = textOfParts(content);
    const plan = planIn(content);
    facts = {
      ...facts,
      ...(typeof model === "string" ? { model } : {}),
      ...(lastAnswer === undefined ? {} : { lastAnswer }),
      ...(plan === undefined ? {} : { plan }),
    };
  }
  return facts;
}

function planIn(content: unknown): string | undefined {
  const calls = (Array.isArray(content) ? content : []).filter(isRecord).filter(({ type }) => type === "tool_use");
  return calls.map(planOfCall).findLast((plan) => plan !== undefined);
}

function planOfCall({ name, input }: JsonObject): string | undefined {
  if (!isRecord(input)) return undefined;
  if (name === "ExitPlanMode" && typeof input["plan"] === "string") return input["plan"];
  if (name !== "TodoWrite" || !Array.isArray(input["todos"])) return undefined;
  return input["todos"]
    .filter(isRecord)
    .map(({ content, status }) => `[${status}] ${content}`)
    .join("\n");
}
