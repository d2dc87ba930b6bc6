/** Stopping is a POST with a body: no link or image can trigger it. */
import { JSON_ONLY, route } from "../route.js";
import { stopBody, stopReply } from "../schemas/daemon.js";

/** The response is sent first. */
const LATER_MS = 50;

export const stop = route({
  method: "POST",
  path: "/v1/stop",
  token: "control",
  summary: "Stops the daemon gracefully.",
  accepts: JSON_ONLY,
  body: stopBody,
  reply: stopReply,
  async handle({ services, body: { why = "requested over HTTP" } }) {
    setTimeout(() => services.stop(why), LATER_MS);
    return { json: { stopping: true } };
  },
});
