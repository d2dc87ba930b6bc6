import type { Command } from "../command.js";
import { answerAsk } from "../human/answer-ask.js";

const command: Command = {
  group: "Approvals",
  summary: "Approve a pending tool call (once).",
  usage: "ID [--again]",
  example: "snaphook approve 3f9a01bc",
  arguments: [{ kind: "text" }],
  options: {
    again: { type: "boolean", help: "Approval of the same call in this session, for 60 minutes" },
  },
  exits: { 1: "no such pending call, it was not approved, or it needs a person" },
  run: (call) => answerAsk(call, "allow"),
};

export default command;
