/** Asks a person about a call, and applies the answer. Loaded only if there is a question. */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { encodeFor } from "./encode-answer.js";
import { isPrivate } from "./record-call.js";
import type { HeldAnswer, HeldQuestion, Prepared } from "./types.js";

/** An unanswered question stays one; `encodeFor` then makes of it what the agent can express. */
export async function askPerson(decision: Decision, prepared: Prepared, event: HookEvent): Promise<Decision> {
  const { call, presence } = prepared;
  const agentAsks = capabilityIn(call.adapter, event, presence).ask;
  // The agent's dialog is open now; a person may be elsewhere.
  const isDialog = event.name === "PermissionRequest" && agentAsks && presence !== "headless";
  if (isDialog) return besideDialog(decision, prepared, event);
  if (decision.verdict !== "ask") return decision;
  const usual = { kind: agentAsks && presence !== "headless" ? "agent" : "unattended" } as const;
  const answer = await call.host?.hold?.(questionOf(decision, prepared, event, agentAsks));
  return withAnswer(decision, answer ?? usual);
}

async function besideDialog(decision: Decision, prepared: Prepared, event: HookEvent): Promise<Decision> {
  if (decision.verdict === "allow" || decision.verdict === "deny") return decision;
  const answer = await prepared.call.host?.holdBeside?.(questionOf(decision, prepared, event, true));
  return answer === undefined ? decision : withAnswer(decision, answer);
}

function questionOf(decision: Decision, prepared: Prepared, event: HookEvent, agentAsks: boolean): HeldQuestion {
  const { presence, cwd, environment } = prepared;
  return {
    event,
    decision,
    cwd,
    presence,
    agentAsks,
    isPrivate: isPrivate(environment),
    otherwise: encodeFor(prepared, decision).answer,
    waitMs: prepared.leftMs(),
  };
}

function withAnswer(decision: Decision, answer: HeldAnswer): Decision {
  const asked = decision.reason ?? "";
  switch (answer.kind) {
    case "agent":
      return decision;
    case "allow":
      return withNote({ ...decision, verdict: "allow" }, answeredNote(answer));
    case "deny": {
      const said = answer.said === undefined ? "." : `: ${asSentence(answer.said)}`;
      const reason = `A person was asked about this call and said no${said}${asked && ` The question was: ${asked}`}`;
      return withNote({ ...decision, reason, verdict: "deny" }, answeredNote(answer));
    }
    default: {
      const note = unansweredNote(answer);
      return withNote({ ...decision, reason: `${asked}${asked && " "}${note.message}` }, note);
    }
  }
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function answeredNote({ kind, by }: Extract<HeldAnswer, { kind: "allow" | "deny" }>) {
  const place = by?.place === undefined ? "" : `, ${by.place}`;
  const who = by === undefined ? "" : ` By ${by.user} (${by.channel}${place}, ${by.method}).`;
  return { code: "ASK_ANSWERED", message: `A person answered the question: ${kind}.${who}` };
}

/** Tells the model and the user that this is not a rejection, and how to answer the question. */
function unansweredNote(answer: Extract<HeldAnswer, { kind: "unattended" | "unanswered" }>) {
  const late = answer.id === undefined ? "" : ` \`snaphook approve ${answer.id}\` lets the same call pass once.`;
  if (answer.kind === "unanswered") {
    const message = `[Snaphook: No answer within ${timeText(answer.waitedMs)}. This call needs the user's approval; it was not rejected.${late}]`;
    return { code: "ASK_UNANSWERED", message };
  }
  const how = "To be asked, keep `snaphook up` open in a terminal.";
  const message = `[Snaphook: this call needs the user's approval, and no user can be asked now. ${how}${late}]`;
  return { code: "ASK_UNATTENDED", message };
}

function timeText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes > 0 ? `${minutes} min` : `${Math.max(1, Math.round(ms / 1_000))} s`;
}

function withNote(decision: Decision, note: Decision["notes"][number]): Decision {
  return { ...decision, notes: [...decision.notes, note] };
}
