/** Stopping is a POST with a body: no link and no image can do it. */
import { JSON_ONLY, route } from "../route.js";
import { stopBody, stopReply } from "../schemas/daemon.js";

/** The answer leaves first. */
const LATER_MS = 50;

export const stop = route({
  method: "POST",
  path: "/v1/stop",
  token: "control",
  summary: "Ends the daemon in an orderly way.",
  accepts: JSON_ONLY,
  body: stopBody,
  reply: stopReply,
  async handle({ services, body: { why = "asked over HTTP" } }) {
    setTimeout(() => services.stop(why), LATER_MS);
    return { json: { stopping: true } };
  },
});
