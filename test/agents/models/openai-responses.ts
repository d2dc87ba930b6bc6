/** OpenAI's Responses interface: `POST /v1/responses`, always streamed. */
import { serverSentEvents, type WireFormat } from "./scripted-model.js";

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

export const openaiResponses: WireFormat = {
  asks: (path) => /^\/v1\/responses(\?|$)/.test(path),
  isMain: ({ tools }) => Array.isArray(tools) && tools.length > 0,
  answer(step, _body, number) {
    const id = `resp_${number}`;
    const item =
      "tool" in step
        ? {
            type: "function_call",
            id: `fc_${number}`,
            call_id: `call_${number}`,
            ...namespaced(step.tool),
            arguments: JSON.stringify(step.input),
          }
        : {
            type: "message",
            id: `msg_${number}`,
            role: "assistant",
            content: [{ type: "output_text", text: step.text, annotations: [] }],
          };
    return serverSentEvents([
      { type: "response.created", response: { id } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id, usage } },
    ]);
  },
};

/** `namespace/name`: tools that Codex keeps back until they are searched for. */
function namespaced(tool: string): { name: string; namespace?: string } {
  const [name = "", namespace] = tool.split("/").reverse();
  return namespace === undefined ? { name } : { name, namespace };
}
