import { existsSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { Command } from "../command.js";
import { answerAsk } from "../human/answer-ask.js";
import { DIALECT_OPTION, decideAgainst } from "../human/reject-source.js";

const command: Command = {
  group: "Approvals",
  summary: "Reject a pending tool call, or block a project's hooks.",
  usage: "ID [--reason TEXT] | PATH [--dialect NAME]",
  example: 'snaphook deny 3f9a01bc --reason "use the staging server"',
  arguments: [{ kind: "text" }],
  options: {
    ...DIALECT_OPTION,
    reason: { type: "string", value: "TEXT", help: "Text for the agent's model." },
  },
  loosens: ({ args, cwd }) => (isPath(args[0] ?? "", cwd) ? "person" : undefined), // approved guards go too
  exits: { 1: "no such pending call, the decision could not be saved, or it needs a person" },
  run: (call) => (isPath(call.args[0] ?? "", call.cwd) ? decideAgainst(call, "deny") : answerAsk(call, "deny")),
};

/** Ids of questions are hexadecimal digits. */
function isPath(text: string, cwd: string): boolean {
  return text === "." || text.includes(sep) || (text !== "" && existsSync(resolve(cwd, text)));
}

export default command;
