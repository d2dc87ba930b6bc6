import type { Command } from "../command.js";
import { revokeAnswer } from "../human/answer-ask.js";

const command: Command = {
  group: "Approvals",
  summary: "Revoke an answer that no call has used yet.",
  usage: "ID",
  example: "snaphook revoke 3f9a01bc",
  arguments: [{ kind: "text" }],
  exits: { 1: "there is no such answer, it was used, or it needs a person" },
  run: revokeAnswer,
};

export default command;
