import { finding } from "../../core/errors.js";
import { type Call, type Command, MISUSE } from "../command.js";
import { answerAsk } from "../human/answer-ask.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Approvals",
  summary: "Approve a pending tool call (once, or for longer).",
  usage: "ID [--again | --rules | --rule N --for TIME]",
  example: "snaphook approve 3f9a01bc --rule 1 --for 7d",
  arguments: [{ kind: "text" }],
  options: {
    again: { type: "boolean", help: "Approval of the same call in this session, for 60 minutes." },
    rules: { type: "boolean", help: "List of the rules that fit this call." },
    rule: { type: "string", value: "N", help: "Rule to make of the effects of this call, with --for." },
    for: { type: "string", value: "TIME", help: "Duration of the rule, such as 7d (maximum: 30d)." },
  },
  exits: { 1: "no such pending call, it was not approved, or it needs a person" },
  async run(call) {
    if (call.flags["rules"]) return (await loadRules()).listRules(call);
    if (call.flags["rule"] !== undefined) return (await loadRules()).approveWithRule(call);
    return call.flags["for"] === undefined ? answerAsk(call, "allow") : misused(call);
  },
};

const loadRules = () => import("../human/approve-rule.js");

function misused(call: Call): number {
  refuse(call, finding("USAGE", "`--for` needs `--rule N`; `--rules` lists them"));
  return MISUSE;
}

export default command;
