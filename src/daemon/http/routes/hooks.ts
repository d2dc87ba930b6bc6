import { isAbsolute } from "node:path";
import { refuse } from "../errors.js";
import { type Route, textParam } from "../route.js";
import { anyObject, listOf, object, text } from "../schema.js";

export const hooks: Route = {
  method: "GET",
  path: "/v1/hooks",
  token: "control",
  summary: "The hooks that apply in a folder.",
  params: {
    project: {
      in: "query",
      required: true,
      description: "Absolute path of the folder.",
      schema: text({ maxLength: 4096 }),
    },
  },
  reply: object({ hooks: listOf(anyObject("As `snaphook list --json` tells it.")) }),
  async handle(call) {
    const project = textParam(call, "project") ?? "";
    if (!isAbsolute(project)) return refuse("PARAM_INVALID", "`project` must be an absolute path");
    return { json: { hooks: [...(await call.services.hooks(project))] } };
  },
};
