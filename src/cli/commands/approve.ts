import { answerAsk } from "../answer-ask.js";
import type { Command } from "../command.js";

const command: Command = {
  summary: "Let a held call go on, this once.",
  usage: "ID",
  example: "snaphook approve 3f9a01c2",
  exits: { 1: "no daemon runs, or there is no such question" },
  run: (call) => answerAsk(call, "allow"),
};

export default command;
