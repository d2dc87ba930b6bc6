/** Variables that hooks of a call declare and the client has not sent; `*` means all. */
import { admit } from "../../core/hooks/admission.js";
import { reachOf } from "../../core/hooks/grants.js";
import type { RunSpec } from "../../core/hooks/hook.js";
import { askedFor } from "../../executors/environment.js";
import { mayAskModel } from "../../runtime/call/may-ask-model.js";
import type { Prepared } from "../../runtime/call/types.js";

/** Names that fit in one line. */
const PLAIN = /^\w+$/;

const ASKING: ReadonlySet<string> = new Set(["command", "http", "function"]);

export function requestedEnv(
  { plan, names }: Pick<Prepared, "plan" | "names">,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const reach = reachOf(plan);
  const wanted = new Set<string>();
  for (const entry of plan.entries) {
    const { event, run } = entry.hook;
    if (!names.has(event) || !ASKING.has(run.type) || "refused" in admit(entry)) continue;
    const asked = askedFor(entry.hook, entry.source, reach);
    if (asked.all) return ["*"];
    for (const name of asked.names) if (PLAIN.test(name) && environment[name] === undefined) wanted.add(name);
  }
  return [...wanted];
}

/** Variables with the keys of the user's models, if a hook of this call may ask one. */
export async function requestedByModels(
  { plan, names, event, call }: Pick<Prepared, "plan" | "names" | "event" | "call">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const asks = plan.entries.some(
    (entry) => asksModel(entry.hook.run) && names.has(entry.hook.event) && "admitted" in admit(entry),
  );
  if (!asks && !mayAskModel(plan, event)) return [];
  const { modelVariables } = await import("../../runtime/models/load-settings.js");
  return (await modelVariables(call.places)).filter((name) => environment[name] === undefined);
}

function asksModel(run: RunSpec): boolean {
  return run.type === "prompt" || run.type === "agent" || (run.type === "function" && run.builtin?.asksModel === true);
}

/** Variables that the MCP servers of this call's hooks need. */
export async function requestedByServers(
  { plan, names, call }: Pick<Prepared, "plan" | "names" | "call">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const hooks = plan.entries.filter(
    (entry) => entry.hook.run.type === "mcp_tool" && names.has(entry.hook.event) && "admitted" in admit(entry),
  );
  if (hooks.length === 0) return [];
  const { serverVariables } = await import("../../runtime/mcp/find-server.js");
  const options = { places: call.places, reach: reachOf(plan) };
  const wanted = await Promise.all(
    hooks.map(({ hook, source }) => serverVariables({ run: hook.run, source }, options)),
  );
  return wanted.flat().filter((name) => PLAIN.test(name) && environment[name] === undefined);
}
