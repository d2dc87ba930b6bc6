/** One question of an agent, in two lines: the call, and what became of it. */
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { Call } from "../command.js";
import { amount, brief, paint } from "./print.js";

const ONE_LINE = 100;

/** Of a reply that lists questions. */
export function asksIn(reply: unknown): JsonObject[] {
  const asks = isRecord(reply) ? reply["asks"] : [];
  return Array.isArray(asks) ? asks.filter(isRecord) : [];
}

export const canBeAnswered = ({ state }: JsonObject) => state === "open" || state === "parked";

export function askLine(one: JsonObject): string {
  return `${paint("yellow", String(one["id"]))}  ${timeText(one["askedAt"])}  ${summaryOf(one)}\n    ${stateLine(one)}`;
}

export function summaryOf({ agent, kind, tool, summary }: JsonObject): string {
  const what = brief(KINDS[String(kind)] ?? String(tool), 40);
  return `${brief(String(agent), 20)} ${what}: ${brief(String(summary), ONE_LINE)}`;
}

/** The daemon that held them was stopped. */
export function showEnded(call: Call, waiting: number): void {
  if (waiting > 0 && !call.json)
    call.out(`${amount(waiting, "waiting call")} ended without an answer. \`snaphook asks\` lists the questions.`);
}

/** Who answered what, or how long the agent waits. */
export function stateLine(one: JsonObject): string {
  return brief(stateText(one), 300);
}

function stateText(one: JsonObject): string {
  const { kind, state, parked, verdict, by, said, expiresAt, answeredAt } = one;
  const answer = `${verdict !== "allow" ? "denied" : kind === "question" ? "answered" : "approved"}${scopeText(one)}`;
  const at = typeof answeredAt === "number" ? ` at ${timeText(answeredAt)}` : "";
  const who = isRecord(by) ? ` by ${by["user"]} (${by["channel"]}, ${by["method"]})${at}` : "";
  const reason = said === undefined ? "" : `: ${said}`;
  switch (state) {
    case "open":
      return `open: the agent waits ${timeLeft(Number(expiresAt) - Date.now())} more`;
    case "parked":
      return `${PARKED[String(parked)] ?? "the agent does not wait any more"}; an answer is for the same call, once`;
    case "waiting":
      return `${answer}${who}${reason}; ${waitsText(one)}`;
    case "used":
      return `${answer}${who}${reason}`;
    case "elsewhere":
      return "left to the agent's own dialog";
    default:
      if (state === "revoked") return `${answer}${who}, then revoked`;
      return verdict === undefined ? "no answer in time" : `${answer}${who}${reason}; its time is over`;
  }
}

function scopeText({ scope }: JsonObject): string {
  return scope === "again" ? " for 60 minutes" : scope === "rule" ? " with a rule" : "";
}

function waitsText({ scope, uses, expiresAt }: JsonObject): string {
  const end = timeText(expiresAt);
  return scope === "again" ? `used ${uses} times, until ${end}` : `waits for the same call until ${end}`;
}

function timeLeft(ms: number): string {
  return ms < 120_000 ? `${Math.max(0, Math.round(ms / 1_000))} s` : `${Math.floor(ms / 60_000)} min`;
}

/** With its day unless that is today. */
function timeText(at: unknown): string {
  const when = new Date(Number(at));
  const time = when.toTimeString().slice(0, 8);
  if (when.toDateString() === new Date().toDateString()) return time;
  const day = [when.getFullYear(), when.getMonth() + 1, when.getDate()];
  return `${day.map((part) => String(part).padStart(2, "0")).join("-")} ${time}`;
}

const KINDS: Readonly<Record<string, string>> = { question: "question", plan: "plan" };

const PARKED: Readonly<Record<string, string>> = {
  expired: "no answer in time",
  gone: "the agent has ended",
  unattended: "denied, because no person could be asked",
  restart: "the daemon was restarted",
};
