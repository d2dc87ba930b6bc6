/** What an agent is told when its call could not be checked: explicit, in its own words, never "go on" by accident. */
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { AgentAnswer, AgentCall } from "./types.js";

/** A fault of our own. Nobody can say which guards would have run, so the call is not let through unseen. */
export function answerFailure(
  call: Pick<AgentCall, "adapter" | "event" | "payload" | "environment">,
  error: unknown,
): AgentAnswer {
  const { adapter, event: native, payload = {}, environment } = call;
  const event = adapter.decode(native, payload);
  const { presence } = adapter.presence(payload, environment);
  const reason = `Snaphook could not check this call (${error instanceof Error ? error.message.split("\n")[0] : String(error)}). Run \`snaphook validate\`.`;
  const decision: Decision = { ...NO_DECISION, verdict: presence === "interactive" ? "ask" : "deny", reason };
  const answer = adapter.encode(degrade(decision, adapter.capability(event.name, presence), adapter.title), event);
  return {
    answer: { ...answer, stderr: `snaphook: ${reason}\n` },
    decision,
    event: event.name,
    finish: async () => {},
  };
}
