/** Anthropic's Messages interface: `POST /v1/messages`, streamed or whole. */
import { serverSentEvents, type WireFormat } from "./scripted-model.js";

const usage = { input_tokens: 1, output_tokens: 1 };

export const anthropicMessages: WireFormat = {
  asks: (path) => /^\/v1\/messages(\?|$)/.test(path),
  isMain: ({ tools }) => Array.isArray(tools) && tools.length > 0,
  answer(step, body, number) {
    const isTool = "tool" in step;
    const block = isTool
      ? { type: "tool_use", id: `toolu_${number}`, name: step.tool, input: step.input }
      : { type: "text", text: step.text };
    const stop = { stop_reason: isTool ? "tool_use" : "end_turn", stop_sequence: null };
    const message = { id: `msg_${number}`, type: "message", role: "assistant", model: body["model"], usage };
    if (body["stream"] !== true)
      return { type: "application/json", content: JSON.stringify({ ...message, ...stop, content: [block] }) };
    const delta = isTool
      ? { type: "input_json_delta", partial_json: JSON.stringify(step.input) }
      : { type: "text_delta", text: step.text };
    const empty = isTool ? { ...block, input: {} } : { type: "text", text: "" };
    return serverSentEvents([
      { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block: empty },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: stop, usage },
      { type: "message_stop" },
    ]);
  },
};
