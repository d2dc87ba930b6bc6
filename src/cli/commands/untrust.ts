import type { Command } from "../command.js";
import { DIALECT_OPTION, decideAgainst } from "../human/reject-source.js";

const command: Command = {
  group: "Approvals",
  summary: "Revoke decisions about a project's hooks.",
  usage: "[PATH] [--dialect NAME]",
  example: "snaphook untrust .",
  arguments: [{ kind: "folder" }],
  options: DIALECT_OPTION,
  loosens: () => "person", // approved guards go too
  exits: { 1: "the decision could not be saved, or it needs a person" },
  run: (call) => decideAgainst(call, "forget"),
};

export default command;
