/** What a call asks its user, beyond permission to run: questions with options, or a plan. Loaded only if there is a question. */
import { isPlanFile, planFileOf, readText } from "../../builtins/_shared/plans/plan-file.js";
import type { HookEvent } from "../../core/events/payload.js";
import { readQuestions } from "../../core/records/questions.js";
import type { AskQuestion } from "../../core/records/records.js";
import { isRecord } from "../../core/text/json.js";

export type AskedAbout =
  | { readonly kind: "question"; readonly questions: readonly AskQuestion[] }
  | { readonly kind: "plan"; readonly text: string; now?(): string | undefined };

/** Undefined if it is permission, or if a person cannot be shown all of it; then the call can only be denied. */
export function askedAbout({ payload }: HookEvent, state: string): AskedAbout | undefined {
  return askedAboutCall(payload["tool_name"], payload["tool_input"], payload.session_id, state);
}

export function askedAboutCall(tool: unknown, input: unknown, session: unknown, state: string): AskedAbout | undefined {
  if (tool === "AskUserQuestion") {
    const questions = readQuestions(input);
    return questions && { kind: "question", questions };
  }
  return tool === "ExitPlanMode" ? planOf(isRecord(input) ? input : {}, state, session) : undefined;
}

function planOf(input: Readonly<Record<string, unknown>>, state: string, session: unknown): AskedAbout | undefined {
  const given = [input["planContent"], input["plan"]].find((text) => typeof text === "string" && text.trim() !== "");
  if (typeof given === "string") {
    // Claude Code puts both into the call; its model goes on with the file.
    const { planFilePath } = input;
    return { kind: "plan", text: given, ...(isPlanFile(planFilePath) ? { now: () => readText(planFilePath) } : {}) };
  }
  const file = planFileOf(state, session);
  const text = file && readText(file);
  return file && text ? { kind: "plan", text, now: () => readText(file) } : undefined;
}
