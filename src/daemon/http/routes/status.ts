import type { Route } from "../route.js";
import { shape } from "../schema.js";

export const status: Route = {
  method: "GET",
  path: "/v1/status",
  token: "control",
  summary: "Since when it runs, where, in which state, and how its store is.",
  reply: shape("Status"),
  handle: async ({ services }) => ({ json: { ...services.status() } }),
};
