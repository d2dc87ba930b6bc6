/** What waits for a person's approval in a project. */
import { isAbsolute } from "node:path";
import { refuse } from "../errors.js";
import { route } from "../route.js";
import { trustParams, trustReply } from "../schemas/calls.js";

export const trust = route({
  method: "GET",
  page: "view",
  path: "/v1/trust",
  token: "control",
  summary: "Hooks of a project that wait for approval, with every file that the approval would cover, as a diff.",
  params: trustParams,
  reply: trustReply,
  async handle({ services, params: { project } }) {
    if (!isAbsolute(project)) return refuse("PARAM_INVALID", "`project` must be an absolute path");
    return { json: await services.trustReview(project) };
  },
});
