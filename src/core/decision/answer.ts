/**
 * Parses the JSON answer of a hook. Strict about meaning, lenient about spelling: accepts Claude Code's keys, its older
 * `decision: "block"`, Orion's `reason`, and plain `{"decision": "deny"}` (OU-01, OU-02). Used for stdout, HTTP bodies
 * and return values of function hooks.
 */

import { resolveEvent } from "../events/events.js";
import type { HookSpec } from "../hooks/hook.js";
import type { HookResult, ProcessTrace } from "../ports.js";
import { asText, isRecord, type JsonObject, lookUp } from "../text/json.js";
import { type HookOutput, NO_OPINION, type Verdict } from "./decision.js";
import { type Failure, failsClosed } from "./failure.js";

const VERDICTS: Readonly<Record<string, Verdict>> = {
  allow: "allow",
  approve: "allow",
  ask: "ask",
  defer: "ask",
  deny: "deny",
  block: "deny",
  none: "none",
};
/** Not a verdict: the call continues, and the model reads the reason (OU-25). */
const WARN = "warn";

export function readAnswer(answer: JsonObject, event: string): HookResult {
  const specific = answer["hookSpecificOutput"] ?? {};
  if (!isRecord(specific)) return wrongShape(`"hookSpecificOutput" is not an object`);
  const named = specific["hookEventName"];
  if (typeof named === "string" && resolveEvent(named)?.name !== event && !event.includes(":")) {
    return wrongShape(`it answers ${named}, but the event is ${event}`);
  }
  const permission = [specific["decision"], answer["decision"]].find(isRecord) ?? {};
  const problem = firstProblem(answer, specific, permission);
  if (problem) return wrongShape(problem);

  const verdict = readVerdict(answer, specific, permission);
  const reason = text(
    specific["permissionDecisionReason"],
    specific["reason"],
    permission["message"],
    answer["permissionDecisionReason"],
    answer["reason"],
  );
  const output: { -readonly [K in keyof HookOutput]: HookOutput[K] } = {};
  if (verdict === WARN) output.context = reason === undefined ? undefined : `Warning: ${reason}`;
  else if (verdict !== "none") Object.assign(output, placeVerdict(verdict, reason, event));
  const input = first(specific["updatedInput"], permission["updatedInput"], answer["updatedInput"], answer["input"]);
  if (input !== undefined) output.input = input as JsonObject;
  const context = text(
    specific["additionalContext"],
    answer["additionalContext"],
    answer["additional_context"],
    answer["context"],
  );
  if (context !== undefined)
    output.context = output.context === undefined ? context : `${output.context}\n\n${context}`;
  const replaced = first(specific["updatedToolOutput"], specific["updatedMCPToolOutput"], answer["updatedToolOutput"]);
  if (replaced !== undefined) output.output = replaced;
  const message = text(answer["systemMessage"], answer["message"]);
  if (message !== undefined) output.message = message;
  if (answer["continue"] === false) output.stop = { reason: text(answer["stopReason"]) };
  if (Object.keys(output).length > 0) return { ok: true, output };
  const unread = unreadOf(answer);
  return unread === undefined ? NOTHING : { ok: true, output: NO_OPINION, unread };
}

/** All keys that an answer may have, including those without effect here. */
const KNOWN: ReadonlySet<string> = new Set(
  `hookSpecificOutput decision permissionDecision permissionDecisionReason permission reason ok updatedInput input
  additionalContext additional_context context updatedToolOutput systemMessage message continue stopReason
  suppressOutput async asyncTimeout`.split(/\s+/),
);

/** Undefined if the answer is empty or has at least one known key. */
function unreadOf(answer: JsonObject): string | undefined {
  const keys = Object.keys(answer);
  if (keys.length === 0 || keys.some((key) => KNOWN.has(key))) return undefined;
  return `its answer has no known key (${keys
    .slice(0, 5)
    .map((key) => JSON.stringify(key))
    .join(", ")})`;
}

/** A block means a deny before an action, and feedback to the model after it. */
export function placeVerdict(verdict: Exclude<Verdict, "none">, reason: string | undefined, event: string): HookOutput {
  if (verdict !== "deny") return { verdict, reason };
  if (event === "PostToolUse" || event === "PostToolUseFailure") return reason === undefined ? {} : { context: reason };
  if (event === "Stop" || event === "SubagentStop")
    return { forceContinue: { reason: reason ?? "A hook asks you to continue." } };
  return { verdict, reason };
}

/** Output that starts like JSON must be JSON; anything else is text. */
export function parseStdout(stdout: string): { json: JsonObject } | { text: string } | { failure: Failure } {
  const trimmed = stdout.trim();
  if (!trimmed.startsWith("{")) return { text: trimmed };
  try {
    const value: unknown = JSON.parse(trimmed);
    return isRecord(value) ? { json: value } : { text: trimmed };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { failure: { cause: "bad-json", message: `its answer is not valid JSON (${why})` } };
  }
}

/** Any of them tells our answers from those in Claude Code's format. */
const OUR_KEYS = ["verdict", "forceContinue", "stop", "output", "inputOptional", "contextIsAdvice"] as const;

/** The return value of a function hook: one of our answers, or an object in Claude Code's format. */
export function readReturn(value: unknown, event: string): HookResult {
  if (value === undefined || value === null) return NOTHING;
  if (!isRecord(value)) return wrongShape(`it returned ${typeof value}, not an answer`);
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (kind !== "Object") return wrongShape(`it returned ${kind}, not an answer`); // a Map, a Date
  if (!OUR_KEYS.some((key) => key in value)) return readAnswer(value, event);
  const verdict = value["verdict"] === undefined ? "none" : lookUp(VERDICTS, asText(value["verdict"]));
  if (verdict === undefined) return wrongShape(`"${asText(value["verdict"])}" is not a verdict`);
  if (value["input"] !== undefined && !isRecord(value["input"]))
    return wrongShape("the rewritten input is not an object");
  for (const key of ["reason", "context", "message"]) {
    if (value[key] !== undefined && typeof value[key] !== "string") return wrongShape(`"${key}" is not text`);
  }
  if (value["stop"] !== undefined && !isRecord(value["stop"])) return wrongShape(`"stop" is not an object`);
  const { forceContinue } = value;
  if (forceContinue !== undefined && !(isRecord(forceContinue) && typeof forceContinue["reason"] === "string")) {
    return wrongShape(`"forceContinue" has no reason`);
  }
  const meant = verdict === "none" ? undefined : verdict;
  return { ok: true, output: value["verdict"] === meant ? value : { ...value, verdict: meant } };
}

const NOTHING: HookResult = Object.freeze({ ok: true, output: NO_OPINION });

export function wrongShape(what: string): HookResult {
  return { ok: false, failure: { cause: "wrong-shape", message: `its answer has the wrong shape: ${what}` } };
}

function readVerdict(answer: JsonObject, specific: JsonObject, permission: JsonObject): Verdict | typeof WARN {
  const said = first(...verdictFields(answer, specific, permission));
  if (said === WARN) return WARN;
  if (typeof said === "string") return lookUp(VERDICTS, said)!;
  return answer["ok"] === false ? "deny" : "none";
}

/** All places of a verdict, most specific first. */
function verdictFields(answer: JsonObject, specific: JsonObject, permission: JsonObject): unknown[] {
  return [
    specific["permissionDecision"],
    isRecord(specific["decision"]) ? permission["behavior"] : specific["decision"],
    answer["permissionDecision"],
    isRecord(answer["decision"]) ? permission["behavior"] : answer["decision"],
    answer["permission"],
  ];
}

function firstProblem(answer: JsonObject, specific: JsonObject, permission: JsonObject): string | undefined {
  if (isRecord(answer["decision"]) && typeof permission["behavior"] !== "string")
    return `${JSON.stringify(answer["decision"])} is not a decision`;
  for (const said of verdictFields(answer, specific, permission)) {
    if (said !== undefined && said !== null && !isVerdict(said)) {
      return `"${typeof said === "string" ? said : JSON.stringify(said)}" is not a decision`;
    }
  }
  for (const input of [specific["updatedInput"], permission["updatedInput"], answer["updatedInput"], answer["input"]]) {
    if (input !== undefined && input !== null && !isRecord(input)) return "the rewritten input is not an object";
  }
  for (const key of ["additionalContext", "permissionDecisionReason"]) {
    if (specific[key] !== undefined && specific[key] !== null && typeof specific[key] !== "string")
      return `"${key}" is not text`;
  }
  return undefined;
}

function isVerdict(said: unknown): boolean {
  return typeof said === "string" && (said === WARN || Object.hasOwn(VERDICTS, said));
}

function first(...values: unknown[]): unknown {
  return values.find((value) => value !== undefined && value !== null);
}

function text(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string");
}

// Claude Code's protocol for command hooks, shared by other dialects: exit code 0, 2 or other, JSON on stdout.

/** Events on which plain text on stdout is context for the model. */
const TEXT_IS_CONTEXT: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit", "Setup", "SubagentStart"]);

export function interpretClaudeStyle(answer: ProcessTrace, event: string, hook: HookSpec): HookResult {
  if (answer.exitCode === 2)
    return { ok: true, output: placeVerdict("deny", blockReason(answer, hook), event), process: answer };
  return interpretJsonStyle(answer, event, hook);
}

/** The same for dialects in which only JSON decides: an exit code alone never blocks. */
export function interpretJsonStyle(answer: ProcessTrace, event: string, hook: HookSpec): HookResult {
  const parsed = parseStdout(answer.stdout);
  if (answer.exitCode !== 0) {
    // A JSON deny counts even if the script failed afterwards; nothing else of a failed script does.
    const denied = "json" in parsed ? readAnswer(parsed.json, event) : undefined;
    if (denied?.ok && denied.output.verdict === "deny") return { ...denied, process: answer };
    return exitFailure(answer);
  }
  if ("failure" in parsed) return { ok: false, failure: parsed.failure, process: answer };
  if ("json" in parsed) return { ...readAnswer(parsed.json, event), process: answer };
  return { ...readText(parsed.text, event, hook), process: answer };
}

/** Plain text is context if the event accepts it, otherwise it is ignored. A guard must answer in JSON. */
function readText(text: string, event: string, hook: HookSpec): HookResult {
  if (text === "") return { ok: true, output: {} };
  if (TEXT_IS_CONTEXT.has(event)) return { ok: true, output: { context: text } };
  if (failsClosed(hook)) return { ok: false, failure: { cause: "not-json", message: "its answer is text, not JSON" } };
  return { ok: true, output: {}, warning: "It printed text that is not JSON; the text was ignored." };
}

export function exitFailure(answer: ProcessTrace): HookResult {
  const said = answer.stderr.trim().split("\n").at(-1);
  return {
    ok: false,
    failure: { cause: "exit", message: `it exited with code ${answer.exitCode}${said ? ` (${said})` : ""}` },
    process: answer,
  };
}

function blockReason(answer: ProcessTrace, hook: HookSpec): string {
  return answer.stderr.trim() || answer.stdout.trim() || `Hook "${hook.id}" blocked this and gave no reason.`;
}
