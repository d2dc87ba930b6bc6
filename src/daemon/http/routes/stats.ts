import { route } from "../route.js";
import { statsParams, statsReply } from "../schemas/daemon.js";

export const stats = route({
  method: "GET",
  page: "view",
  path: "/v1/stats",
  token: "control",
  summary: "Statistics per hook: runs, durations and failures.",
  params: statsParams,
  reply: statsReply,
  handle: async ({ services, params: { after = 0 } }) => ({ json: { hooks: await services.store.stats(after) } }),
});
