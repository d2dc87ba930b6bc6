import { route } from "../route.js";
import { statusSchema } from "../schemas/daemon.js";

export const status = route({
  method: "GET",
  path: "/v1/status",
  token: "control",
  summary: "Since when it runs, where, in which state, and how its store is.",
  reply: statusSchema,
  handle: async ({ services }) => ({ json: services.status() }),
});
