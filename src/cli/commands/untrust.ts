import type { Command } from "../command.js";
import { DIALECT_OPTION, decideAgainst } from "../human/reject-source.js";

const command: Command = {
  summary: "Forget what was decided about a project's hooks; they do not run any more.",
  usage: "[PATH] [--dialect NAME]",
  example: "snaphook untrust .",
  options: DIALECT_OPTION,
  loosens: () => "person", // approved guards go too
  exits: { 1: "the decision could not be kept" },
  run: (call) => decideAgainst(call, "forget"),
};

export default command;
