/** Result of a tool. Gemini CLI reports a failed shell command as a success: only the text shows how it ended. */

import type { BasePayload } from "../../core/events/payload.js";
import { isRecord } from "../../core/text/json.js";
import { textOfParts } from "../_shared/json-lines.js";

const START = "<untrusted_context>\n";
const END = /\n<\/untrusted_context>\s*$/;
/** The lines after a command's output, in this order. */
const FAILED = /(^|\n)(Exit Code: \d+|Signal: \S+)(\nSignal: .*)?(\nBackground PIDs: .*)?(\nProcess Group PGID: \d+)?$/;

export function withResult(payload: BasePayload): BasePayload {
  const { tool_response: response } = payload;
  if (!isRecord(response)) return payload;
  const text = unwrapped(textOfParts(response["llmContent"]));
  const failed = response["error"] !== undefined || (payload["tool_name"] === "Bash" && ended(text, response));
  return {
    ...payload,
    ...(text === undefined ? {} : { tool_output: text }),
    ...(failed ? { is_error: true } : {}),
  };
}

function unwrapped(text: string | undefined): string | undefined {
  return text?.startsWith(START) ? text.slice(START.length).replace(END, "") : text;
}

/** The output itself may contain such lines; the display text is the output alone, so it is removed first. */
function ended(text: string | undefined, { returnDisplay: shown }: { readonly returnDisplay?: unknown }): boolean {
  if (text === undefined) return false;
  const output = typeof shown === "string" ? `Output: ${shown}` : "";
  return FAILED.test(text.startsWith(output) ? text.slice(output.length) : text);
}
