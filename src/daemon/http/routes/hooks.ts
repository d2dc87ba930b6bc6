import { isAbsolute } from "node:path";
import { refuse } from "../errors.js";
import { route } from "../route.js";
import { hooksParams, hooksReply } from "../schemas/calls.js";

export const hooks = route({
  method: "GET",
  page: "view",
  path: "/v1/hooks",
  token: "control",
  summary: "The hooks that apply in a directory.",
  params: hooksParams,
  reply: hooksReply,
  async handle({ services, params: { project } }) {
    if (!isAbsolute(project)) return refuse("PARAM_INVALID", "`project` must be an absolute path");
    return { json: { hooks: await services.hooks(project) } };
  },
});
