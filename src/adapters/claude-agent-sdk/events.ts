/** Claude Code's events, with what callbacks were seen to receive and to affect. */
import { claudeEvents } from "../_shared/claude/events.js";
import { on } from "../_shared/event-table.js";
import type { EventTable } from "../contract.js";

const leftOut = "it happens before the program is asked for its callbacks; only hooks in settings files see it";

export const AGENT_SDK_EVENTS: EventTable = {
  ...claudeEvents("Claude Agent SDK"),
  Setup: { ...on("Setup", "context"), leftOut },
  InstructionsLoaded: { ...on("InstructionsLoaded"), leftOut },
  PreModelSwitch: on("PreModelSwitch", "deny"),
  Notification: on("Notification"),
  TeammateIdle: on("TeammateIdle"),
  ConfigChange: on("ConfigChange"),
  MessageDisplay: { ...on("MessageDisplay"), waitMs: 10_000 },
};
