/** Stopping is a POST with a body: no link and no image can do it. */
import type { Route } from "../route.js";
import { JSON_ONLY } from "../route.js";
import { boolean, object, text } from "../schema.js";

/** The answer leaves first. */
const LATER_MS = 50;

export const stop: Route = {
  method: "POST",
  path: "/v1/stop",
  token: "control",
  summary: "Ends the daemon in an orderly way.",
  accepts: JSON_ONLY,
  body: object({ "why?": text({ maxLength: 200 }) }),
  reply: object({ stopping: boolean }),
  async handle({ services, body }) {
    const { why = "asked over HTTP" } = body as { why?: string };
    setTimeout(() => services.stop(why), LATER_MS);
    return { json: { stopping: true } };
  },
};
