/** For a new user: which agents are on this machine, and what to type to have them guarded. */

import type { Call } from "../command.js";
import { paint } from "../output/print.js";
import { programName } from "../output/program-name.js";
import { wiredHow } from "./agent-facts.js";
import { isHere, wirableAgents } from "./known-agents.js";

export async function showAgentsAndNextSteps(call: Call): Promise<void> {
  const here = wirableAgents().filter((adapter) => isHere(adapter, call));
  // Also agents that are not found: the user may have wired them by name.
  const wired = wirableAgents().filter((adapter) =>
    (["user", "project"] as const).some((scope) => wiredHow(adapter, call, scope) !== "no"),
  );
  const left = here.filter((adapter) => !wired.includes(adapter));
  const names = (list: typeof here) =>
    list.map((agent) => `${agent.title}${here.includes(agent) ? "" : " (not found on this machine)"}`).join(", ");
  const snaphook = programName(call);
  const typed = (args: string) => paint("bold", `${snaphook} ${args}`);
  if (here.length === 0 && wired.length === 0) {
    call.out("No agent was found on this machine.");
    call.out(`  ${typed("agents")}                lists the agents that can be wired`);
    call.out(`  ${typed("install claude-code")}   wires one that was not found`);
    call.out(`  ${typed("demo")}                  shows what hooks do, without an agent`);
  }
  if (wired.length > 0) call.out(`Wired: ${names(wired)}.`);
  if (left.length > 0) {
    call.out(`Found, not wired: ${names(left)}.`);
    call.out(`  ${typed("setup")}                  adds first hooks and wires all of them`);
    call.out(`  ${typed(`install ${left[0]!.name}`)}   wires one of them`);
  }
  call.out("");
}
