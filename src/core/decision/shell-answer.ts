/** How Claude Code reads a command hook, shared by the dialects that took it over: exit 0 / 2 / other, JSON on stdout. */

import type { HookSpec } from "../hooks/hook.js";
import type { HookResult, ProcessTrace } from "../ports.js";
import { parseStdout, placeVerdict, readAnswer } from "./answer.js";
import { failsClosed } from "./failure.js";

/** Events on which plain text on stdout is context for the model. */
const TEXT_IS_CONTEXT: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit", "Setup", "SubagentStart"]);

export function interpretClaudeStyle(answer: ProcessTrace, event: string, hook: HookSpec): HookResult {
  if (answer.exitCode === 2)
    return { ok: true, output: placeVerdict("deny", blockReason(answer, hook), event), process: answer };
  return interpretJsonStyle(answer, event, hook);
}

/** The same for dialects where only JSON decides: whatever the exit code, by itself it never blocks. */
export function interpretJsonStyle(answer: ProcessTrace, event: string, hook: HookSpec): HookResult {
  const parsed = parseStdout(answer.stdout);
  if (answer.exitCode !== 0) {
    // A JSON deny counts even when the script then failed; everything else of a failed script does not.
    const denied = "json" in parsed ? readAnswer(parsed.json, event) : undefined;
    if (denied?.ok && denied.output.verdict === "deny") return { ...denied, process: answer };
    return exitFailure(answer);
  }
  if ("failure" in parsed) return { ok: false, failure: parsed.failure, process: answer };
  if ("json" in parsed) return { ...readAnswer(parsed.json, event), process: answer };
  return { ...readText(parsed.text, event, hook), process: answer };
}

/** Text that is no JSON: context where the event takes it, else nothing; who must not fail open has to be clear. */
function readText(text: string, event: string, hook: HookSpec): HookResult {
  if (text === "") return { ok: true, output: {} };
  if (TEXT_IS_CONTEXT.has(event)) return { ok: true, output: { context: text } };
  if (failsClosed(hook)) return { ok: false, failure: { cause: "not-json", message: "its answer is text, not JSON" } };
  return { ok: true, output: {}, warning: "It printed text that is no JSON; the text was ignored." };
}

export function exitFailure(answer: ProcessTrace): HookResult {
  const said = answer.stderr.trim().split("\n").at(-1);
  return {
    ok: false,
    failure: { cause: "exit", message: `it ended with code ${answer.exitCode}${said ? ` (${said})` : ""}` },
    process: answer,
  };
}

function blockReason(answer: ProcessTrace, hook: HookSpec): string {
  return answer.stderr.trim() || answer.stdout.trim() || `Hook "${hook.id}" blocked this and gave no reason.`;
}
