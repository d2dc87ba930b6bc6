/** For `snaphook private` and `snaphook forget`. It only makes readers load again, so the control token is enough. */
import { JSON_ONLY, route } from "../route.js";
import { removedBody, removedReply } from "../schemas/daemon.js";

export const removed = route({
  method: "POST",
  path: "/v1/removed",
  token: "control",
  summary: "Tells readers of the live stream that stored records were removed, so that they do not show them any more.",
  accepts: JSON_ONLY,
  body: removedBody,
  reply: removedReply,
  async handle({ services }) {
    services.recordsRemoved();
    return { json: {} };
  },
});
