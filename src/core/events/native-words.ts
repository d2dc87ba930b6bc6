/** A hook on an agent's native event (`pi:tool_call`) may answer like a handler of that agent. */
import { parseStdout } from "../decision/answer.js";
import type { HookSpec } from "../hooks/hook.js";
import type { HookResult, ProcessTrace } from "../ports.js";
import type { HookEvent } from "./payload.js";

/**
 * `read`: the answer as the dialect parsed it. `{"block": true}` is a deny. On a native-only event, an answer without
 * our keys is passed to the agent unchanged: `{"headers": {…}}`.
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
