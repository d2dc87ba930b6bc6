/** OpenAI's Chat Completions interface: `POST …/chat/completions`, streamed or whole. */
import type { JsonObject } from "../../../src/core/text/json.js";
import type { Step, WireFormat } from "./scripted-model.js";

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export const openaiChat: WireFormat = {
  asks: (path) => /\/chat\/completions(\?|$)/.test(path),
  isMain: ({ tools }) => Array.isArray(tools) && tools.length > 0,
  answer(step, body, number) {
    const about = { id: `chatcmpl-${number}`, created: 1, model: body["model"] };
    const finish = "tool" in step ? "tool_calls" : "stop";
    const message = { role: "assistant", ...said(step, number) };
    if (body["stream"] !== true) {
      const choices = [{ index: 0, message, finish_reason: finish }];
      const content = JSON.stringify({ ...about, object: "chat.completion", choices, usage });
      return { type: "application/json", content };
    }
    const chunk = (delta: JsonObject, finish_reason: string | null, more: JsonObject = {}) => ({
      ...about,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
      ...more,
    });
    const chunks = [chunk(withIndexes(message), null), chunk({}, finish, { usage })];
    const lines = [...chunks.map((one) => JSON.stringify(one)), "[DONE]"];
    return { type: "text/event-stream", content: lines.map((line) => `data: ${line}\n\n`).join("") };
  },
};

function said(step: Step, number: number): JsonObject {
  if (!("tool" in step)) return { content: step.text };
  const call = { name: step.tool, arguments: JSON.stringify(step.input) };
  return { content: null, tool_calls: [{ id: `call_${number}`, type: "function", function: call }] };
}

/** In a stream each call says which one it is a piece of. */
function withIndexes(message: JsonObject): JsonObject {
  const calls = message["tool_calls"] as JsonObject[] | undefined;
  return calls === undefined ? message : { ...message, tool_calls: calls.map((call, index) => ({ index, ...call })) };
}
