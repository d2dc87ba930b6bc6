import type { Command } from "../command.js";
import { answerAsk } from "../human/answer-ask.js";

const command: Command = {
  summary: "Approve a pending tool call (once).",
  usage: "ID",
  example: "snaphook approve 3f9a01bc",
  exits: { 1: "there is no such open question, or it was not answered" },
  run: (call) => answerAsk(call, "allow"),
};

export default command;
