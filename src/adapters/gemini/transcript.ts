/**
 * Gemini CLI's chat file: one message per line, repeated when it grows; `$set` replaces them all, `$rewindTo` removes a
 * message and those after it.
 */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { readJsonLines, textOfParts } from "../_shared/json-lines.js";
import type { TranscriptFacts } from "../contract.js";

export function transcript(text: string): TranscriptFacts {
  let facts: TranscriptFacts = {};
  for (const message of messagesOf(text)) if (message["type"] === "gemini") facts = { ...facts, ...factsOf(message) };
  return facts;
}

function messagesOf(text: string): Iterable<JsonObject> {
  let messages = new Map<unknown, JsonObject>();
  for (const line of readJsonLines(text)) {
    const { $set: set, $rewindTo: to, id } = line;
    if (isRecord(set) && Array.isArray(set["messages"]))
      messages = new Map(set["messages"].filter(isRecord).map((message) => [message["id"], message]));
    else if (typeof to === "string") messages = new Map([...messages].slice(0, placeOf(to, messages)));
    else if (typeof id === "string") messages.set(id, line);
  }
  return messages.values();
}

/** It removes everything if it does not find the message. */
function placeOf(id: string, messages: ReadonlyMap<unknown, JsonObject>): number {
  return Math.max(0, [...messages.keys()].indexOf(id));
}

function factsOf(message: JsonObject): TranscriptFacts {
  const lastAnswer = textOfParts(message["content"]);
  const calls = Array.isArray(message["toolCalls"]) ? message["toolCalls"].filter(isRecord) : [];
  const plan = calls.flatMap((call) => (call["name"] === "write_todos" ? [todosOf(call["args"])] : [])).at(-1);
  return {
    ...(lastAnswer === undefined ? {} : { lastAnswer }),
    ...(plan === undefined ? {} : { plan }),
    ...(typeof message["model"] === "string" ? { model: message["model"] } : {}),
  };
}

function todosOf(input: unknown): string | undefined {
  const todos = isRecord(input) && Array.isArray(input["todos"]) ? input["todos"].filter(isRecord) : [];
  return todos.length === 0 ? undefined : todos.map((one) => `[${one["status"]}] ${one["description"]}`).join("\n");
}
