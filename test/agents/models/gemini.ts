/** Gemini's interface: `POST …/models/MODEL:streamGenerateContent`, streamed, or `:generateContent`, whole. */
import type { WireFormat } from "./scripted-model.js";

const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };

export const geminiContent: WireFormat = {
  asks: (path) => /:(streamGenerateContent|generateContent)(\?|$)/.test(path),
  isMain: ({ tools }) => Array.isArray(tools) && tools.length > 0,
  answer(step, _body, _number, path) {
    const part = "tool" in step ? { functionCall: { name: step.tool, args: step.input } } : { text: step.text };
    const candidates = [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }];
    const content = JSON.stringify({ candidates, usageMetadata });
    return path.includes(":streamGenerateContent")
      ? { type: "text/event-stream", content: `data: ${content}\n\n` }
      : { type: "application/json", content };
  },
};
