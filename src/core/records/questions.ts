/** Reads the questions of a tool input. Limits keep what a person is shown readable. */
import { isRecord } from "../text/json.js";
import type { AskOption, AskQuestion } from "./records.js";

export const MOST_QUESTIONS = 20;
export const MOST_OPTIONS = 50;
export const QUESTION_CHARS = 4_000;
export const LABEL_CHARS = 500;
export const ANSWER_CHARS = 4_000;

/** The questions of a tool input; undefined if a person could not answer all of them unambiguously. */
export function readQuestions(input: unknown): readonly AskQuestion[] | undefined {
  const given = isRecord(input) ? input["questions"] : undefined;
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_QUESTIONS) return undefined;
  const read = given.map(readQuestion);
  const questions = read.filter((one) => one !== undefined);
  const texts = new Set(questions.map(({ question }) => question));
  return texts.size === given.length ? questions : undefined;
}

function readQuestion(given: unknown): AskQuestion | undefined {
  if (!isRecord(given)) return undefined;
  const { question, header, options = [], multiSelect } = given;
  if (!isText(question, QUESTION_CHARS) || question === "__proto__") return undefined;
  if (!Array.isArray(options) || options.length > MOST_OPTIONS) return undefined;
  const read = options.map(readOption).filter((one) => one !== undefined);
  if (new Set(read.map(({ label }) => label)).size !== options.length) return undefined;
  return {
    question,
    ...(isText(header, LABEL_CHARS) ? { header } : {}),
    options: read,
    ...(multiSelect === true ? { multiSelect } : {}),
  };
}

function readOption(given: unknown): AskOption | undefined {
  const { label, description } = isRecord(given) ? given : { label: given };
  if (!isText(label, LABEL_CHARS)) return undefined;
  return { label, ...(isText(description, QUESTION_CHARS) ? { description } : {}) };
}

function isText(value: unknown, most: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= most;
}
