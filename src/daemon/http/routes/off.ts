import { route } from "../route.js";
import { offReply } from "../schemas/daemon.js";

export const off = route({
  method: "GET",
  page: "view",
  path: "/v1/off",
  token: "control",
  summary: "What the user has stopped, paused until a time, disabled, or set to observe.",
  reply: offReply,
  handle: async ({ services }) => ({ json: services.off() }),
});
