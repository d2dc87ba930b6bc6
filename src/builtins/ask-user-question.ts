/** Lets the user answer an agent's questions elsewhere: in the queue if it runs alone, otherwise beside its dialog (BI-C3). */
import { ask } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";

const askUserQuestion: Builtin = {
  name: "ask-user-question",
  summary: "Sends an agent's questions to your approvals, so that you can answer them with `snaphook answer`.",
  from: "cortex",
  example: { builtin: "ask-user-question" },
  events: ["PreToolUse", "PermissionRequest"],
  match: { subject: { kind: "literals", exact: ["AskUserQuestion"] } },
  guard: true,
  onFailure: "ask",
  options: {},
  checkOptions: checkedBy({}),
  make:
    () =>
    ({ hook_event_name: event }, { presence }) =>
      event === "PreToolUse" && presence !== "headless" ? undefined : ask("The agent has a question."),
};

export default askUserQuestion;
