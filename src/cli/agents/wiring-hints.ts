/** For somebody who has just started: which agents are on this machine, and what to type to have them guarded. */

import type { Call } from "../command.js";
import { paint } from "../output/print.js";
import { wiredHow } from "./agent-facts.js";
import { isHere, wirableAgents } from "./known-agents.js";

export async function showAgentsAndNextSteps(call: Call): Promise<void> {
  const here = wirableAgents().filter((adapter) => isHere(adapter, call));
  // Also those that are not found: somebody may have wired them by name.
  const wired = wirableAgents().filter((adapter) =>
    (["user", "project"] as const).some((scope) => wiredHow(adapter, call, scope) !== "no"),
  );
  const left = here.filter((adapter) => !wired.includes(adapter));
  const names = (list: typeof here) =>
    list.map((agent) => `${agent.title}${here.includes(agent) ? "" : " (not found on this machine)"}`).join(", ");
  if (here.length === 0 && wired.length === 0) {
    call.out("No agent was found on this machine. `snaphook agents` lists those we know;");
    call.out(
      `${paint("bold", "snaphook install claude-code")} wires one all the same. Until then, \`snaphook demo\` shows what hooks do.`,
    );
  }
  if (wired.length > 0) call.out(`Wired: ${names(wired)}.`);
  if (left.length > 0) {
    call.out(`Found, not wired: ${names(left)}.`);
    call.out(`  ${paint("bold", "snaphook setup")}                  first hooks, and all of them wired`);
    call.out(`  ${paint("bold", `snaphook install ${left[0]!.name}`)}   one of them`);
  }
  call.out("");
}
