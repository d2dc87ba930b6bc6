import { ask } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import type { JsonObject } from "../../core/text/json.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { asksOf } from "../human/answer-ask.js";
import { askLine, canBeAnswered } from "../output/ask-lines.js";
import { withNames } from "../output/json-names.js";
import { json, refuse } from "../output/print.js";

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
    if (call.json) json(call, withNames(reply.body));
    else if (asks.length === 0) call.out(state === "all" ? "No question is known." : "No approval is pending.");
    else for (const one of asks) call.out(askLine(one));
    if (!call.json) showNext(call, asks);
    return OK;
  },
};

/** The commands for what is listed. */
function showNext(call: Call, asks: readonly JsonObject[]): void {
  const open = asks.filter(canBeAnswered);
  const isQuestion = ({ kind }: JsonObject) => kind === "question";
  const next = [
    ...(open.every(isQuestion) ? [] : ["snaphook approve ID   or   snaphook deny ID [--reason TEXT]"]),
    ...(open.some(isQuestion) ? ["A question: snaphook answer ID   or   snaphook deny ID"] : []),
    ...(asks.some(({ state }) => state === "waiting") ? ["To take an answer back: snaphook revoke ID"] : []),
  ];
  if (next.length > 0) call.out(`\n${next.join("\n")}`);
}

export default command;
