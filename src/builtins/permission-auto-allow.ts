/** Answers the permission prompt for edits in the person's place (BI-C5). Guards still judge the call before it. */

import { allow } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";

const permissionAutoAllow: Builtin = {
  name: "permission-auto-allow",
  summary: "Answers permission prompts for Edit and Write with yes. Only sensible beside a guard for the same calls.",
  kind: "approver",
  from: "cortex",
  example: { event: "PermissionRequest", builtin: "permission-auto-allow", matcher: "Edit|Write" },
  events: ["PermissionRequest"],
  match: { subject: { kind: "literals", exact: ["Edit", "Write"] } },
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make: () => () => allow(),
};

export default permissionAutoAllow;
