/** What an approval of a question or a plan takes beyond the proof of a person. */
import type { AskRow } from "../core/records/records.js";
import { redactStart } from "../core/redact/excerpt.js";
import { checkAnswers, type GivenAnswers } from "./answers.js";
import { questionText } from "./describe-question.js";
import type { Question } from "./ports.js";

const SUMMARY_CHARS = 300;

/** The answers to store; none for a denial, a permission and a plan. */
export function answersFor(
  { kind, questions = [] }: Pick<AskRow, "kind" | "questions">,
  verdict: "allow" | "deny",
  given: GivenAnswers | undefined,
): { readonly answers?: Readonly<Record<string, string>> } | { readonly problem: string } {
  const takesAnswers = kind === "question" && verdict === "allow";
  if (!takesAnswers) return given === undefined ? {} : { problem: "it takes no answers" };
  return checkAnswers(questions, given ?? {});
}

/** What to show if the plan is not what was shown; undefined if it is. A plan that cannot be read has changed. */
export function changedPlan(
  asked: Question,
  { input, hash, summary }: Pick<AskRow, "hash" | "summary"> & { readonly input: string },
  hashOf: (text: string) => string,
): { readonly hash: string; readonly summary: string; readonly input: string } | undefined {
  const { about } = asked;
  if (about?.kind !== "plan" || about.now === undefined) return undefined;
  const text = about.now();
  if (text === undefined) return { input, hash, summary };
  if (text === input) return undefined;
  const now = { ...asked, about: { ...about, text } };
  return { hash: hashOf(questionText(now)), summary: redactStart(text.trim(), SUMMARY_CHARS), input: text };
}
