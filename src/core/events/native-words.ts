/** A hook on an agent's own event (`pi:tool_call`) may answer as a handler of that agent would. */
import { parseStdout } from "../decision/answer.js";
import type { HookSpec } from "../hooks/hook.js";
import type { HookResult, ProcessTrace } from "../ports.js";
import type { HookEvent } from "./payload.js";

/**
 * `read` is what the dialect made of the answer. `{"block": true}` is a deny. On an event that only the agent has, an
 * answer that is none of our words is what the agent shall be told, as it is: `{"headers": {…}}`.
 */
export function readNativeWords(
  read: HookResult,
  answer: ProcessTrace,
  event: HookEvent,
  hook: Pick<HookSpec, "nativeTo">,
): HookResult {
  if (hook.nativeTo === undefined) return read;
  const parsed = parseStdout(answer.stdout);
  if (!("json" in parsed)) return read;
  const { block, reason } = parsed.json;
  if (block === true) {
    const output = { verdict: "deny", ...(typeof reason === "string" ? { reason } : {}) } as const;
    return { ok: true, output, process: answer };
  }
  const unsaid = read.ok && Object.keys(read.output).length === 0;
  return unsaid && event.name.includes(":") && Object.keys(parsed.json).length > 0
    ? { ok: true, output: { output: parsed.json }, process: answer }
    : read;
}
