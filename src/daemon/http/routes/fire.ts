/** Through the hooks, as if the agent had called. */
import { ADAPTER_LOADERS } from "../../../adapters/_lazy.js";
import type { JsonObject } from "../../../core/text/json.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, type Route } from "../route.js";
import { shape } from "../schema.js";

interface Call {
  readonly agent: string;
  readonly event: string;
  readonly payload: JsonObject;
  readonly cwd: string;
}

export const fire: Route = {
  method: "POST",
  path: "/v1/fire",
  token: "control",
  summary: "Runs the hooks for an event of an agent, and tells what was decided and what the agent would be told.",
  accepts: JSON_ONLY,
  body: shape("Call"),
  reply: shape("Answered"),
  async handle({ services, body, signal }) {
    const call = body as Call;
    if (!Object.hasOwn(ADAPTER_LOADERS, call.agent)) return refuse("AGENT_UNKNOWN", "there is no such agent");
    const { decision, answer } = await services.answer({ ...call, environment: {}, way: "api", signal });
    return { json: { decision, answer } };
  },
};
