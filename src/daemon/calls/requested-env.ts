/** Variables that hooks of a call declare and the client has not sent; `*` means all. */
import { admit } from "../../core/hooks/admission.js";
import { reachOf } from "../../core/hooks/grants.js";
import { askedFor } from "../../executors/environment.js";
import { mayAskModel } from "../../runtime/call/may-ask-model.js";
import type { Prepared } from "../../runtime/call/types.js";

/** Names that fit in one line. */
const PLAIN = /^\w+$/;

const ASKING: ReadonlySet<string> = new Set(["command", "http", "function", "prompt"]);

export async function requestedEnv(
  { plan, names, event, call }: Pick<Prepared, "plan" | "names" | "event" | "call">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const reach = reachOf(plan);
  const wanted = new Set<string>();
  const want = (name: string) => {
    if (PLAIN.test(name) && environment[name] === undefined) wanted.add(name);
  };
  let asksModel = mayAskModel(plan, event);
  for (const entry of plan.entries) {
    const { event, run } = entry.hook;
    if (!names.has(event) || !ASKING.has(run.type) || "refused" in admit(entry)) continue;
    if (run.type === "prompt") {
      asksModel = true;
      continue;
    }
    const asked = askedFor(entry.hook, entry.source, reach);
    if (asked.all) return ["*"];
    for (const name of asked.names) want(name);
  }
  if (asksModel) {
    const { modelVariables } = await import("../../runtime/models/load-settings.js");
    for (const name of await modelVariables(call.places)) want(name);
  }
  return [...wanted];
}
