/** Hooks that `snaphook off` paused, as text and JSON. */
import { isOffAt, type OffScope, type OffSwitch } from "../../core/hooks/off-switch.js";
import { clockTime } from "../../runtime/call/apply-off-switches.js";
import { readOff } from "../../sources/discover/off-file.js";
import type { StopFacts } from "../../sources/discover/stop-file.js";
import type { Call } from "../command.js";
import { dayAndTime } from "./times.js";

export function activeOff(call: Pick<Call, "places">, now = Date.now()): readonly OffSwitch[] {
  return readOff(call.places.data).filter((one) => isOffAt(one, now));
}

/** One line, not yet escaped for a terminal. */
export function scopeText(what: OffScope): string {
  switch (what.kind) {
    case "all":
      return "every hook";
    case "hook":
      return `the hook ${JSON.stringify(what.id)}`;
    case "project":
      return `every hook in ${JSON.stringify(what.path)}`;
    case "session":
      return `every hook of session ${JSON.stringify(what.id)}`;
  }
}

export function offText({ what, until, by }: OffSwitch): string {
  return `Paused until ${clockTime(until)}: ${scopeText(what)} (by ${by.user} on ${by.terminal}). Managed hooks still run.`;
}

/** While `snaphook stop-all` is in effect. */
export function stopText({ from }: StopFacts): string {
  return `Every tool call is denied by \`snaphook stop-all\`${from === undefined ? "" : ` since ${dayAndTime(from)}`}.`;
}

export function offJson(one: OffSwitch) {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    what: one.what,
    from: iso(one.from),
    until: iso(one.until),
    by: one.by,
    endedAt: one.endedAt === undefined ? null : iso(one.endedAt),
    active: isOffAt(one, Date.now()),
  };
}
