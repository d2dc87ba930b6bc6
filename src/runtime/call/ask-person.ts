/** Asks a person about a call, and applies the answer. Loaded only if there is a question. */
import { capabilityFor, capabilityIn } from "../../adapters/_shared/event-table.js";
import { type Decision, OUR_OWN } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { ASK_GONE, type AskKind } from "../../core/records/records.js";
import { isRecord } from "../../core/text/json.js";
import { waitedText } from "../../core/text/no-answer.js";
import { askedAbout } from "./asked-about.js";
import { encodeFor } from "./encode-answer.js";
import { isPrivate } from "./record-call.js";
import { runsAlone } from "./runs-alone.js";
import type { HeldAnswer, HeldQuestion, Prepared } from "./types.js";

/**
 * An unanswered question stays one; `encodeFor` then makes of it what the agent can express. A call that waits keeps no more than
 * the answer needs.
 */
export async function askPerson(decision: Decision, known: Prepared, event: HookEvent): Promise<Decision> {
  const prepared = decision.verdict === "ask" ? withPresence(known) : known;
  const { call, presence } = prepared;
  const agentAsks = capabilityIn(call.adapter, event, presence).ask;
  // The agent's dialog is open now; a person may be elsewhere.
  const isDialog = event.name === "PermissionRequest" && agentAsks && presence !== "headless";
  if (isDialog) return besideDialog(decision, prepared, event);
  if (decision.verdict !== "ask") return decision;
  const usual = { kind: agentAsks && presence !== "headless" ? "agent" : "unattended" } as const;
  const question = questionOf(decision, prepared, event, agentAsks);
  const answering = call.host?.hold?.(question);
  if (answering === undefined) return withAnswer(question, usual, prepared);
  const { about } = question;
  return answering.then((answer) => withAnswer({ decision, about, event }, answer, prepared));
}

/** Some agents do not tell whether a person is there; their command line may. */
function withPresence(prepared: Prepared): Prepared {
  const { call, presence } = prepared;
  return presence === "unknown" && runsAlone(call) ? { ...prepared, presence: "headless" } : prepared;
}

async function besideDialog(decision: Decision, prepared: Prepared, event: HookEvent): Promise<Decision> {
  if (decision.verdict === "allow" || decision.verdict === "deny") return decision;
  const question = questionOf(decision, prepared, event, true);
  const answering = prepared.call.host?.holdBeside?.(question);
  if (answering === undefined) return decision;
  const { about } = question;
  return answering.then((answer) =>
    answer === undefined ? decision : withAnswer({ decision, about, event }, answer, prepared),
  );
}

function questionOf(decision: Decision, prepared: Prepared, event: HookEvent, agentAsks: boolean): HeldQuestion {
  const { call, presence, cwd, environment } = prepared;
  return {
    event,
    decision,
    about: askedAbout(event, call.places.state),
    cwd,
    presence,
    agentAsks,
    isPrivate: isPrivate(environment),
    otherwise: encodeFor(prepared, decision).answer,
    waitMs: prepared.heldLeftMs(),
  };
}

type Asked = Pick<HeldQuestion, "decision" | "about" | "event">;

function withAnswer({ decision, about, event }: Asked, answer: HeldAnswer, prepared: Prepared): Decision {
  const asked = decision.reason ?? "";
  switch (answer.kind) {
    case "agent":
      return decision;
    case "allow":
      return withNote(allowed(decision, about, event, answer, prepared), answeredNote(answer));
    case "deny": {
      const reason = rejection(about?.kind, answer.said, asked);
      return withNote({ ...decision, reason, verdict: "deny" }, answeredNote(answer));
    }
    default: {
      const note = unansweredNote(answer, about?.kind);
      if (note.code === ASK_GONE) return withNote(decision, note);
      return withNote({ ...decision, reason: `${asked}${asked && " "}${note.message}` }, note);
    }
  }
}

/**
 * Answers become part of the tool's input. An agent that does not accept a new input reads them as a reason. Claude Code discards the
 * approval of a plan that does not repeat the input of the call.
 */
function allowed(
  decision: Decision,
  about: HeldQuestion["about"],
  event: HookEvent,
  { answers }: Extract<HeldAnswer, { kind: "allow" | "deny" }>,
  { call, presence }: Prepared,
): Decision {
  const plain: Decision = { ...decision, verdict: "allow" };
  if (answers === undefined && about?.kind !== "plan") return plain;
  const old = event.payload["tool_input"];
  const originalInput = decision.originalInput ?? (isRecord(old) ? old : {});
  const input = { ...(decision.input ?? originalInput), ...(answers === undefined ? {} : { answers }) };
  const inputBy = [...decision.inputBy, OUR_OWN];
  const answered: Decision = { ...plain, input, originalInput, inputBy, inputOptional: false };
  if (capabilityFor(call.adapter, event, answered, presence).rewrite) return answered;
  if (answers === undefined) return plain;
  const texts = Object.entries(answers).map(([question, answer]) => `${question} ${answer}`);
  return { ...decision, verdict: "deny", reason: `The user has answered, do not ask again. ${texts.join("\n")}` };
}

function rejection(kind: AskKind | undefined, said: string | undefined, asked: string): string {
  if (kind === "plan") return said ?? "User rejected the plan.";
  if (kind === "question") return `The user declined to answer${said === undefined ? "." : `: ${asSentence(said)}`}`;
  const why = said === undefined ? "." : `: ${asSentence(said)}`;
  return `A person was asked about this call and said no${why}${asked && ` The question was: ${asked}`}`;
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function answeredNote({ kind, by, scope, answeredAt }: Extract<HeldAnswer, { kind: "allow" | "deny" }>) {
  const place = by?.place === undefined ? "" : `, ${by.place}`;
  const when = answeredAt === undefined ? "" : ` at ${new Date(answeredAt).toISOString().slice(0, 19)}Z`;
  const who = by === undefined ? "" : ` By ${by.user} (${by.channel}${place}, ${by.method})${when}.`;
  return { code: "ASK_ANSWERED", message: `A person answered the question: ${kind}.${who}${SCOPES[scope ?? "once"]}` };
}

const SCOPES = {
  once: "",
  again: " The answer also holds for the same call in this session, for 60 minutes.",
  rule: " They also made a rule (snaphook except --list).",
} as const;

/** Tells the model and the user that this is not a rejection, and how to answer the question. */
function unansweredNote(answer: Extract<HeldAnswer, { kind: "unattended" | "unanswered" }>, kind?: AskKind) {
  const command = kind === "question" ? "answer" : "approve";
  const late = answer.id === undefined ? "" : ` \`snaphook ${command} ${answer.id}\` lets the same call pass once.`;
  const needs = NEEDS[kind ?? "permission"];
  if (answer.kind === "unanswered") {
    const { because, waitedMs } = answer;
    if (because === "gone")
      return {
        code: "ASK_GONE" satisfies typeof ASK_GONE,
        message: "The agent had gone before an answer; nothing was sent.",
      };
    const why =
      because === "stopped" ? "The daemon was stopped or restarted" : `No answer within ${waitedText(waitedMs)}`;
    return { code: "ASK_UNANSWERED", message: `[Snaphook: ${why}. This ${needs}; it was not rejected.${late}]` };
  }
  const how = "To be asked, keep `snaphook up` open in a terminal.";
  const message = `[Snaphook: this ${needs}, and no user can be asked now. ${how}${late}]`;
  return { code: "ASK_UNATTENDED", message };
}

const NEEDS: Readonly<Record<AskKind, string>> = {
  permission: "call needs the user's approval",
  question: "question needs the user's answer",
  plan: "plan needs the user's approval",
};

function withNote(decision: Decision, note: Decision["notes"][number]): Decision {
  return { ...decision, notes: [...decision.notes, note] };
}
