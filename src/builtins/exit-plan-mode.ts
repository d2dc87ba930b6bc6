/** Lets the user approve an agent's plan elsewhere: in the queue if it runs alone, otherwise beside its dialog (BI-C4). */
import { ask } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord } from "../core/text/json.js";
import { isPlanFile, rememberPlanFile } from "./_shared/plans/plan-file.js";

const WRITERS = ["Write", "Edit", "MultiEdit"];

const exitPlanMode: Builtin = {
  name: "exit-plan-mode",
  summary: "Sends an agent's plan to your approvals, so that you can read and approve it with `snaphook approve`.",
  from: "cortex",
  example: { builtin: "exit-plan-mode" },
  events: ["PreToolUse", "PermissionRequest", "PostToolUse"],
  match: { subject: { kind: "literals", exact: ["ExitPlanMode"] } },
  matchOn: { PostToolUse: { subject: { kind: "literals", exact: WRITERS } } },
  guard: true,
  onFailure: "ask",
  options: {},
  checkOptions: checkedBy({}),
  make:
    ({ state }) =>
    (payload, { presence }) => {
      const { hook_event_name: event, session_id: session, tool_input: input } = payload;
      if (event === "PostToolUse") {
        const path = isRecord(input) ? input["file_path"] : undefined;
        if (isPlanFile(path)) rememberPlanFile(state, session, path);
        return undefined;
      }
      return event === "PreToolUse" && presence !== "headless" ? undefined : ask("The agent has submitted a plan.");
    },
};

export default exitPlanMode;
