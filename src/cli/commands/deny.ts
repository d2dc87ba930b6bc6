import { answerAsk } from "../answer-ask.js";
import type { Command } from "../command.js";

const command: Command = {
  summary: "Turn down a call that an agent could not ask you about.",
  usage: "ID",
  example: "snaphook deny 3f9a01bc",
  exits: { 1: "there is no such open question, or it was not answered" },
  run: (call) => answerAsk(call, "deny"),
};

export default command;
