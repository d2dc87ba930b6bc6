/** Whether answers fit the questions of an agent or a script. */
import { ANSWER_CHARS } from "../core/records/questions.js";
import type { AskQuestion } from "../core/records/records.js";

/** By question: labels that were chosen, or a text of the person's own. */
export type GivenAnswers = Readonly<Record<string, string | readonly string[]>>;

/** Agents of the Claude family join several labels in this way. */
const BETWEEN_LABELS = ", ";

export type CheckedAnswers =
  | { readonly answers: Readonly<Record<string, string>> }
  /** Why they do not fit, as the end of a sentence. */
  | { readonly problem: string };

/** Every question is answered, and nothing else. A list holds labels of the question; a string is the person's own text. */
export function checkAnswers(questions: readonly AskQuestion[], given: GivenAnswers): CheckedAnswers {
  const texts = questions.map(({ question }) => question);
  const foreign = Object.keys(given).find((text) => !texts.includes(text));
  if (foreign !== undefined) return { problem: `${quoted(foreign)} was not asked` };
  const answers: [string, string][] = [];
  for (const one of questions) {
    const answer = Object.hasOwn(given, one.question) ? given[one.question] : undefined;
    const problem = whyUnfit(one, answer);
    if (problem !== undefined) return { problem: `${quoted(one.question)} ${problem}` };
    answers.push([one.question, typeof answer === "string" ? answer : answer!.join(BETWEEN_LABELS)]);
  }
  return { answers: Object.fromEntries(answers) };
}

function whyUnfit({ options, multiSelect }: AskQuestion, answer: GivenAnswers[string] | undefined): string | undefined {
  if (answer === undefined || answer.length === 0) return "has no answer";
  if (typeof answer === "string") return whyNoText(answer);
  const unknown = answer.find((label) => !options.some((option) => option.label === label));
  if (unknown !== undefined) return `has no option ${quoted(unknown)}`;
  if (new Set(answer).size < answer.length) return "names an option twice";
  return answer.length > 1 && !multiSelect ? "takes one option" : undefined;
}

function whyNoText(text: string): string | undefined {
  if (text.trim() === "") return "has no answer";
  if (text.length > ANSWER_CHARS) return `takes at most ${ANSWER_CHARS} characters`;
  return /[^\P{Cc}\n\t]/u.test(text) ? "takes no control characters" : undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
