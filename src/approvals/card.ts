/**
 * What a channel shows of a question. Only redacted text leaves the machine. A card offers to approve only if a person reads on it
 * exactly what would run.
 */
import type { AskQuestion, AskRow } from "../core/records/records.js";
import { redactStart } from "../core/redact/excerpt.js";
import { redactJson } from "../core/redact/json.js";
import { redactText } from "../core/redact/text.js";
import type { OpenAsk } from "./ports.js";
import { isFinal } from "./transitions.js";

export interface AskCard {
  readonly id: string;
  readonly hash: string;
  readonly kind: NonNullable<AskRow["kind"]>;
  readonly level?: AskRow["level"];
  readonly agent: string;
  readonly tool: string;
  readonly project?: string;
  readonly reason?: string;
  /** The call, the plan or the questions; the start of it unless `isWhole`. */
  readonly text: string;
  readonly questions?: readonly AskQuestion[];
  /** `text` is all of it: a person may approve it here. */
  readonly isWhole: boolean;
  /** It can still be answered. */
  readonly isPending: boolean;
  /** What became of it, as a sentence; undefined while the agent waits. */
  readonly outcome?: string;
  readonly expiresAt: number;
}

/** Longer ones are folded by most programs, so their end may not be seen. */
const MOST_LINES = 60;
const REASON_CHARS = 600;
const EXCERPT_CHARS = 600;

/** `mostChars`: what fits on a card of this channel. */
export function cardFor(ask: OpenAsk, mostChars: number): AskCard {
  const { id, hash, kind = "permission", level, agent, tool, project, reason, questions, expiresAt } = ask;
  const text = questions === undefined ? ask.input : questions.map(questionLines).join("\n\n");
  const isPending = !isFinal(ask) && ask.state !== "waiting";
  const isWhole = isPending && ask.seenInPart !== true && fits(text, mostChars) && redactText(text) === text;
  const outcome = outcomeText(ask);
  return {
    id,
    hash,
    kind,
    agent,
    tool: plainLine(tool),
    text: isWhole ? text : plainText(redactStart(text, Math.min(EXCERPT_CHARS, mostChars))),
    isWhole,
    isPending,
    expiresAt,
    ...(level === undefined ? {} : { level }),
    ...(project === undefined ? {} : { project: plainLine(redactText(project)) }),
    ...(reason === undefined ? {} : { reason: plainText(redactStart(reason, REASON_CHARS)) }),
    ...(questions === undefined ? {} : { questions: isWhole ? questions : redactJson(questions) }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** Controls, what changes the direction or is not drawn, and spaces of other kinds. */
const UNSEEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu;

function fits(text: string, mostChars: number): boolean {
  if (text.length > mostChars || text.split("\n").length > MOST_LINES) return false;
  return text.replace(UNSEEN, "") === text;
}

export function plainText(text: string): string {
  return text.replace(UNSEEN, "\ufffd");
}

function plainLine(text: string): string {
  return plainText(text).replaceAll("\n", " ");
}

export function questionLines({ question, header, options, multiSelect }: AskQuestion): string {
  const lines = options.map(
    ({ label, description }, i) => `${i + 1}. ${label}${description === undefined ? "" : ` - ${description}`}`,
  );
  const several = multiSelect && options.length > 0 ? " (several possible)" : "";
  return [`${header === undefined ? "" : `${header}: `}${question}${several}`, ...lines].join("\n");
}

/** Undefined while the agent waits and nothing has happened. */
export function outcomeText(row: AskRow): string | undefined {
  switch (row.state) {
    case "open":
      return undefined;
    case "parked":
      return `${PARKED[row.parked ?? "expired"]} An answer counts if the same call is made again.`;
    case "waiting":
      if (row.scope === "again") return `${answeredText(row)} The same call passes for a while in this session.`;
      return `${answeredText(row)} The agent did not wait any more: the same call gets this answer once.`;
    case "used":
      return answeredText(row);
    case "elsewhere":
      return "Answered in the agent.";
    case "revoked":
      return "The answer was revoked.";
    default:
      return row.verdict === undefined ? "Expired without an answer." : "The answer was not used in time.";
  }
}

const PARKED: Readonly<Record<NonNullable<AskRow["parked"]>, string>> = {
  expired: "No answer in time: the agent does not wait any more.",
  gone: "Cancelled: the agent has gone.",
  unattended: "The agent does not wait: the call was denied.",
  restart: "The daemon restarted: the agent does not wait any more.",
};

function answeredText({ verdict, kind, by, said }: AskRow): string {
  const what = verdict === "deny" ? "Denied" : kind === "question" ? "Answered" : "Approved";
  const who = by === undefined ? "" : ` by ${plainLine(by.user)} (${by.channel}, ${by.method})`;
  const words = said === undefined ? "" : ` "${plainLine(redactStart(said, REASON_CHARS))}"`;
  return `${what}${who}.${words}`;
}
