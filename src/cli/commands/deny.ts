import { answerAsk } from "../answer-ask.js";
import type { Command } from "../command.js";

const command: Command = {
  summary: "Refuse a held call.",
  usage: "ID",
  example: "snaphook deny 3f9a01c2",
  exits: { 1: "no daemon runs, or there is no such question" },
  run: (call) => answerAsk(call, "deny"),
};

export default command;
