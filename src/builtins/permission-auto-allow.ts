/** Answers the permission prompt for edits on behalf of the user (BI-C5). Guards still check the call first. */

import { allow } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";

const permissionAutoAllow: Builtin = {
  name: "permission-auto-allow",
  summary: "Allows permission prompts for Edit and Write. Use it only together with a guard for the same calls.",
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
