/** Chat completions: OpenAI, Ollama, LM Studio, vLLM, OpenRouter. */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { ModelKind, RawReply } from "../contract.js";
import { noAnswer } from "../failures.js";
import { askServer } from "../http-reply.js";
import { readUsage } from "../read-usage.js";

const USUAL_URL = "https://api.openai.com/v1";

const openai: ModelKind = {
  overheadTokens: 1_500,
  async ask(question, transport) {
    const { settings, key, system, text, schema } = question;
    const base = (settings.url ?? USUAL_URL).replace(/(?<!\/)\/+$/, "");
    const url = base.endsWith("/chat/completions") ? base : `${base}/chat/completions`;
    // OpenAI's newer models reject the older name; other servers know only that.
    const limit = new URL(url).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
    const json_schema = { name: "answer", strict: true, schema };
    const body = {
      model: settings.model,
      stream: false,
      [limit]: settings.maxOutputTokens,
      messages: [
        { role: "system", content: system },
        { role: "user", content: text },
      ],
      ...(settings.structured ? { response_format: { type: "json_schema", json_schema } } : {}),
    };
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const read = await askServer(question, transport, { url, headers, body });
    return "body" in read ? replyOf(read.body) : read;
  },
};

function replyOf(body: JsonObject): RawReply {
  const choices = Array.isArray(body["choices"]) ? body["choices"].filter(isRecord) : [];
  const messages = choices.map(({ message }) => message).filter(isRecord);
  if (messages.some(({ refusal }) => typeof refusal === "string" && refusal !== ""))
    return noAnswer("the model refused to answer");
  return {
    ok: true,
    text: messages.map(({ content }) => textOf(content)).join("\n"),
    usage: readUsage(body["usage"], ["prompt_tokens"], "completion_tokens"),
  };
}

/** Some servers send a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

export default openai;
