import { route } from "../route.js";
import { LOG_LINES, logParams, logReply } from "../schemas/views.js";

export const log = route({
  method: "GET",
  page: "view",
  path: "/v1/log",
  token: "control",
  summary: "The newest lines of the daemon's log or of the hook log, newest first. At most 4 MB are looked through.",
  params: logParams,
  reply: logReply,
  handle: async ({ services, params: { limit = LOG_LINES, ...filter } }) => ({
    json: await services.logLines({ ...filter, limit }),
  }),
});
