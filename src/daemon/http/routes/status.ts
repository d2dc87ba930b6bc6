import { route } from "../route.js";
import { statusSchema } from "../schemas/daemon.js";

export const status = route({
  method: "GET",
  page: "view",
  path: "/v1/status",
  token: "control",
  summary: "Start time, addresses, state and store of the daemon.",
  reply: statusSchema,
  handle: async ({ services }) => ({ json: services.status() }),
});
