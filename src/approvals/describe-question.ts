/** What a person is shown of a call, and how much of that is stored. */
import { primaryArgument } from "../core/events/tools.js";
import type { AskRow } from "../core/records/records.js";
import { redactStart } from "../core/redact/excerpt.js";
import { redactJson } from "../core/redact/json.js";
import { redactText } from "../core/redact/text.js";
import { BLANK } from "../core/text/json.js";
import { boundText, showsWholeCall } from "./binding.js";
import type { About, OpenAsk, Question } from "./ports.js";

const SUMMARY_CHARS = 300;
const STORED_CHARS = 4_000;
/** Of a question that no agent waits for. */
const PARKED_CHARS = 20_000;

export function describeQuestion(
  { agent, event, decision, cwd, about, level }: Question,
  known: Pick<AskRow, "id" | "hash" | "state" | "askedAt" | "expiresAt">,
): OpenAsk {
  const tool = String(event.payload["tool_name"] ?? event.name);
  const input = inputOf({ event, decision }) ?? {};
  const main = headline(about) ?? primaryArgument(tool, input) ?? JSON.stringify(input);
  return {
    ...BLANK,
    ...known,
    ...(about === undefined ? {} : { kind: about.kind }),
    ...(level === undefined ? {} : { level }),
    agent,
    tool,
    project: cwd,
    summary: redactStart(main, SUMMARY_CHARS),
    ...(about?.kind === "question" ? { questions: about.questions } : {}),
    input: about?.kind === "plan" ? about.text : typeof input === "string" ? input : JSON.stringify(input, null, 2),
    ...(about !== undefined || showsWholeCall(tool) ? {} : { seenInPart: true }),
    ...(event.payload.session_id === undefined ? {} : { session: event.payload.session_id }),
    ...(decision.reason === undefined ? {} : { reason: redactText(decision.reason) }),
  };
}

/** The text that an answer is bound to. */
export function questionText({
  agent,
  event,
  decision,
  cwd,
  about,
}: Pick<Question, "agent" | "event" | "decision" | "cwd" | "about">) {
  const { session_id: session, tool_name } = event.payload;
  const tool = typeof tool_name === "string" ? tool_name : undefined;
  return boundText({
    agent,
    session,
    cwd,
    event: event.name,
    tool,
    input: inputOf({ event, decision }),
    plan: planOf(about),
  });
}

function headline(about: About | undefined): string | undefined {
  if (about === undefined) return undefined;
  return about.kind === "plan" ? about.text.trim() : about.questions.map(({ question }) => question).join(" / ");
}

function planOf(about: About | undefined): string | undefined {
  return about?.kind === "plan" ? about.text : undefined;
}

function inputOf({ event, decision }: Pick<Question, "event" | "decision">): unknown {
  return decision.input ?? event.payload["tool_input"] ?? event.payload["prompt"];
}

/** The same tool call reached us twice if both have this text. Undefined if the agent gives its calls no ids. */
export function callId({ event }: Pick<Question, "event">): string | undefined {
  const id = event.payload["tool_use_id"];
  return typeof id === "string" ? id : undefined;
}

/** What may be on the disk: the input only if it is short and holds no secret. */
export function storable({ input, seenInPart, questions, answers, ...rest }: OpenAsk): AskRow {
  const row = {
    ...rest,
    ...(questions === undefined ? {} : { questions: redactJson(questions) }),
    ...(answers === undefined ? {} : { answers: redactJson(answers) }),
  };
  const isPlain = !seenInPart && input.length <= STORED_CHARS && redactText(input) === input;
  return isPlain ? { ...row, input } : row;
}

export function restored(row: AskRow): OpenAsk {
  return { ...row, input: row.input ?? row.summary, ...(row.input === undefined ? { seenInPart: true } : {}) };
}

/** A long input is not kept in memory for hours. */
export function withoutLongInput(ask: OpenAsk): OpenAsk {
  return ask.input.length <= PARKED_CHARS ? ask : { ...ask, input: ask.summary, seenInPart: true };
}
