/** Pi's messages: content is text, or blocks of text, images, thoughts and calls. */
import { isRecord } from "../../core/text/json.js";

export function textOfBlocks(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block) =>
      isRecord(block) && block["type"] === "text" && typeof block["text"] === "string" ? block["text"] : "",
    )
    .join("");
}

/** The model's last message, from what Pi passes to a handler that decides whether to continue. */
export function lastAnswerIn(context: unknown): string | undefined {
  const text = textOfBlocks(lastAssistantMessage(context)?.["content"]);
  return text === "" ? undefined : text;
}

export function lastAssistantMessage(context: unknown): Record<string, unknown> | undefined {
  const messages = isRecord(context) ? context["contextMessages"] : undefined;
  if (!Array.isArray(messages)) return undefined;
  return messages.findLast((message) => isRecord(message) && message["role"] === "assistant");
}
