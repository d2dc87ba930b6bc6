/** Whether a guard's question goes to a model first. Only the user's files can set it. */
import type { HookEvent } from "../../core/events/payload.js";
import type { Plan } from "../../sources/compile/plan-file.js";

export function mayAskModel({ settings }: Pick<Plan, "settings">, { name }: Pick<HookEvent, "name">): boolean {
  return settings["secondOpinion"] === true && (name === "PreToolUse" || name === "PermissionRequest");
}
