/** Variables that hooks of a call declare for themselves and the client has not sent; `*` stands for all. */
import type { PreparedCall } from "../runtime/agent-call.js";

/** Names that can be asked for in one line. */
const PLAIN = /^\w+$/;

export function wantedVariables(
  { plan, names }: PreparedCall,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const wanted = new Set<string>();
  for (const { hook } of plan.entries) {
    if (!names.has(hook.event) || (hook.run.type !== "command" && hook.run.type !== "http")) continue;
    const { passEnv = [], inheritEnv = false } = hook.run as { passEnv?: readonly string[]; inheritEnv?: boolean };
    if (inheritEnv) return ["*"];
    for (const name of passEnv) if (PLAIN.test(name) && environment[name] === undefined) wanted.add(name);
  }
  return [...wanted];
}
