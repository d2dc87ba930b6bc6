import { type Finding, finding } from "../../core/errors.js";
import { offSwitch } from "../../runtime/wiring/off-switch.js";
import { wiredState } from "../../runtime/wiring/wire.js";
import { type Scope, wirePlaces, wiringPlaces } from "../agents/known-agents.js";
import type { Call } from "../command.js";
import type { Check, SeenAgent } from "./check.js";

export const wiring: Check = {
  name: "wiring of the agents",
  run: (sight) => {
    const agents = sight.agents();
    const isSilent = agents.every(({ here, user, project }) => !here && user === "no" && project === "no");
    return isSilent
      ? [finding("AGENT_NONE_WIRED", "no agent calls Snaphook, so no hook runs")]
      : agents.flatMap((agent) => wiringOf(agent, sight.call));
  },
};

function wiringOf({ adapter, here, user, project }: SeenAgent, call: Call): Finding[] {
  const found: Finding[] = [];
  for (const [scope, how] of [
    ["user", user],
    ["project", project],
  ] as const) {
    if (how === "unreadable") found.push(...problemsOf(adapter, call, scope));
    if (how === "out of date")
      found.push(
        finding("AGENT_WIRING_OLD", `the entries for ${adapter.title} are not the ones this version would write`, {
          file: wirePlaces(adapter, call, scope)[0]!.file.path,
        }),
      );
  }
  if (user !== "no" || project !== "no") found.push(...offSwitch(adapter, wiringPlaces(call)));
  if (here && user === "no" && project === "no")
    found.push(finding("AGENT_NOT_WIRED", `${adapter.title} is on this machine and does not call Snaphook`));
  return found;
}

function problemsOf(adapter: SeenAgent["adapter"], call: Call, scope: Scope): Finding[] {
  return wirePlaces(adapter, call, scope).flatMap((place) => wiredState(place).problem ?? []);
}
