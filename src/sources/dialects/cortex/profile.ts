/**
 * Cortex: Claude Code's payload with the tool's output as text beside it. Only JSON blocks; an exit code other than 0
 * is a failure. Hooks of threads and sessions get their own context and return the next step as the decision's output.
 */

import { interpretJsonStyle } from "../../../core/decision/answer.js";
import { limitBlocks } from "../../../core/decision/block-limit.js";
import { readNativeWords } from "../../../core/events/native-words.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";
import type { HookSpec } from "../../../core/hooks/hook.js";
import { isServerEvent, SESSION_EVENT, THREAD_EVENT } from "./names.js";
import { agentPayload, sessionContext, sessionEnv, threadContext } from "./payloads.js";
import { interpretResult, nextTurn } from "./results.js";

function isOnStop({ extra }: HookSpec): boolean {
  return extra?.["session"] === "messageEnd";
}

const cortex: DialectProfile = {
  name: "cortex",
  summary: "Cortex's hook registry and agent settings.",
  blocks: ["PreToolUse", "PermissionRequest"],
  encode(event, hook) {
    if (hook.nativeTo !== undefined && event.native) return { stdin: JSON.stringify(event.native.payload) };
    if (event.name.startsWith(THREAD_EVENT)) return { stdin: JSON.stringify(threadContext(event)) };
    if (event.name.startsWith(SESSION_EVENT) || isOnStop(hook)) {
      const context = sessionContext(event);
      return { stdin: JSON.stringify(context), env: sessionEnv(context) };
    }
    return { stdin: JSON.stringify(agentPayload(event)) };
  },
  interpret(answer, event, hook) {
    if (hook.result !== undefined && isServerEvent(event.name)) return interpretResult(answer, hook.result);
    if (isOnStop(hook)) return nextTurn(interpretResult(answer, "text"));
    const result = readNativeWords(interpretJsonStyle(answer, event.name, hook), answer, event, hook);
    // A hook on a native event may do what that agent supports.
    return hook.nativeTo === undefined ? limitBlocks(result, event.name, cortex) : result;
  },
};

export default cortex;
