import type { Command } from "../command.js";
import { answerQuestions } from "../human/answer-questions.js";

const command: Command = {
  group: "Approvals",
  summary: "Answer a question of an agent or a script.",
  usage: "ID [--choose N=LABEL]… [--text N=TEXT]…",
  example: "snaphook answer 3f9a01bc --choose 1=Blue",
  arguments: [{ kind: "text" }],
  options: {
    choose: {
      type: "string",
      multiple: true,
      value: "N=LABEL",
      help: "Option for question N: its label or number. Repeat it for several.",
    },
    text: { type: "string", multiple: true, value: "N=TEXT", help: "Own text for question N." },
  },
  exits: { 1: "no such question, the answers do not fit, or it needs a person" },
  run: answerQuestions,
};

export default command;
