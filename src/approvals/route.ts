/** Who is asked about a call, and whether the call waits for the answer. */
import type { Presence } from "../core/events/payload.js";

export interface RouteFacts {
  /** The agent can put a hook's question to its person. */
  readonly agentAsks: boolean;
  readonly presence: Presence;
  /** The call runs in continuous integration. */
  readonly isCi: boolean;
  /** An answer can come from elsewhere: `snaphook up` is open, or a channel can reach a person. */
  readonly canAnswer: boolean;
}

/**
 * `agent`: its own dialog asks. `wait`: the call is held for an answer from the queue. `keep`: the call is denied at once and
 * the question is kept for a late answer.
 */
export type Route = "agent" | "wait" | "keep";

export function routeFor({ agentAsks, presence, isCi, canAnswer }: RouteFacts): Route {
  if (agentAsks && presence !== "headless") return "agent";
  return canAnswer && !isCi ? "wait" : "keep";
}
