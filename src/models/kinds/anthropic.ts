/** Anthropic's Messages interface, also of servers that offer the same. */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { ModelKind, RawReply } from "../contract.js";
import { noAnswer } from "../failures.js";
import { askServer } from "../http-reply.js";
import { ANTHROPIC_INPUT, readUsage } from "../read-usage.js";

const USUAL_URL = "https://api.anthropic.com";
const VERSION = "2023-06-01";
/** A tool that the model must call gives the structured answer; every version of the interface has it. */
const TOOL = "answer";

const anthropic: ModelKind = {
  overheadTokens: 1_500,
  async ask(question, transport) {
    const { settings, key, system, text, schema } = question;
    const url = `${(settings.url ?? USUAL_URL).replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "")}/v1/messages`;
    const tools = [{ name: TOOL, description: "Gives the answer.", input_schema: schema }];
    const body = {
      model: settings.model,
      max_tokens: settings.maxOutputTokens,
      system,
      messages: [{ role: "user", content: text }],
      ...(settings.structured ? { tools, tool_choice: { type: "tool", name: TOOL } } : {}),
    };
    const headers = { "anthropic-version": VERSION, ...(key === undefined ? {} : { "x-api-key": key }) };
    const read = await askServer(question, transport, { url, headers, body });
    return "body" in read ? replyOf(read.body) : read;
  },
};

function replyOf(body: JsonObject): RawReply {
  if (body["stop_reason"] === "refusal") return noAnswer("the model refused to answer");
  const blocks = Array.isArray(body["content"]) ? body["content"].filter(isRecord) : [];
  const called = blocks.filter(({ type }) => type === "tool_use").map(({ input }) => JSON.stringify(input));
  const said = blocks.filter(({ type }) => type === "text").map(({ text }) => String(text));
  return {
    ok: true,
    text: (called.length > 0 ? called : said).join("\n"),
    usage: readUsage(body["usage"], ANTHROPIC_INPUT, "output_tokens"),
  };
}

export default anthropic;
