/** Runs the hooks as if the agent had called. */
import { ADAPTER_LOADERS } from "../../../adapters/_lazy.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import { answeredSchema, callSchema } from "../schemas/calls.js";

export const fire = route({
  method: "POST",
  path: "/v1/fire",
  token: "control",
  summary: "Runs the hooks for an event of an agent, and returns the decision and the agent's answer.",
  accepts: JSON_ONLY,
  body: callSchema,
  reply: answeredSchema,
  async handle({ services, body, signal }) {
    if (!Object.hasOwn(ADAPTER_LOADERS, body.agent)) return refuse("AGENT_UNKNOWN", "unknown agent");
    const { decision, answer } = await services.answer({ ...body, environment: {}, way: "api", signal });
    return { json: { decision, answer } };
  },
});
