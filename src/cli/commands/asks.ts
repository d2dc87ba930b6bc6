import { ask } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { asksOf } from "../human/answer-ask.js";
import { brief, json, paint, refuse } from "../output/print.js";

const command: Command = {
  group: "Approvals",
  summary: "List pending approvals.",
  usage: "[--all]",
  example: "snaphook asks --all",
  options: { all: { type: "boolean", help: "Answered and expired ones too, newest first." } },
  exits: { 1: "no daemon answers" },
  async run(call) {
    const state = call.flags["all"] ? "all" : "pending";
    const reply = await ask(call.places, { path: `/v1/asks?state=${state}` });
    if (reply.kind !== "ok") {
      refuse(call, finding("DAEMON_DOWN", "no daemon answers, so no question can be listed"));
      return PROBLEMS;
    }
    const asks = asksOf(reply.body);
    if (call.json) json(call, reply.body);
    else if (asks.length === 0) call.out(state === "all" ? "No question is known." : "No approval is pending.");
    else for (const one of asks) call.out(lineOf(one));
    if (!call.json && asks.some(canBeAnswered)) showNext(call, asks.filter(canBeAnswered));
    return OK;
  },
};

const ONE_LINE = 100;

const canBeAnswered = ({ state }: JsonObject) => state === "open" || state === "parked";

function lineOf(one: JsonObject): string {
  const { id, agent, kind, tool, summary, askedAt } = one;
  const time = timeText(askedAt);
  const call = `${brief(String(agent), 20)} ${brief(KINDS[String(kind)] ?? String(tool), 40)}: ${brief(String(summary), ONE_LINE)}`;
  return `${paint("yellow", String(id))}  ${time}  ${call}\n    ${brief(stateText(one), 300)}`;
}

function stateText(one: JsonObject): string {
  const { kind, state, parked, verdict, by, said, expiresAt, answeredAt } = one;
  const answer = `${verdict !== "allow" ? "denied" : kind === "question" ? "answered" : "approved"}${scopeText(one)}`;
  const at = typeof answeredAt === "number" ? ` at ${timeText(answeredAt)}` : "";
  const who = isRecord(by) ? ` by ${by["user"]} (${by["channel"]}, ${by["method"]})${at}` : "";
  const reason = said === undefined ? "" : `: ${said}`;
  switch (state) {
    case "open":
      return `open: the agent waits ${Math.max(0, Math.round((Number(expiresAt) - Date.now()) / 1000))} s more`;
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

function timeText(at: unknown): string {
  return new Date(Number(at)).toTimeString().slice(0, 8);
}

const KINDS: Readonly<Record<string, string>> = { question: "question", plan: "plan" };

const PARKED: Readonly<Record<string, string>> = {
  expired: "no answer before the agent's limit",
  gone: "the agent has ended",
  unattended: "denied at once, because no person could be asked",
  restart: "the daemon was restarted",
};

function showNext(call: Call, asks: readonly JsonObject[]): void {
  call.out("\nsnaphook approve ID   or   snaphook deny ID [--reason TEXT]");
  if (asks.some(({ kind }) => kind === "question")) call.out("A question: snaphook answer ID");
}

export default command;
