/**
 * The agent's own dialog, beside which a question is open. Agents do not report a person's answer. What happens next shows
 * it: the call ran, failed or was denied, or the agent went on to something else.
 */
import type { Channel } from "./contract.js";

const ABOUT_CALL = ["PostToolUse", "PostToolUseFailure", "PermissionDenied"];
const ABOUT_SESSION = ["Stop", "StopFailure", "UserPromptSubmit", "SessionStart", "SessionEnd"];

const agent: Channel = {
  name: "agent",
  wasAnswered(ask, event) {
    if (ask.agent !== event.agent || ask.session !== event.session) return false;
    if (ABOUT_CALL.includes(event.name)) return event.hash() === ask.hash;
    return ABOUT_SESSION.includes(event.name);
  },
};

export default agent;
