/** For `snaphook stop-all`. It only makes things stricter, so the control token is enough. */
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import { haltBody, haltReply } from "../schemas/daemon.js";

export const halt = route({
  method: "POST",
  path: "/v1/halt",
  token: "control",
  summary:
    "Ends the hooks of every call in progress and rejects pending questions. Only while `stop-all` is in effect.",
  accepts: JSON_ONLY,
  body: haltBody,
  reply: haltReply,
  async handle({ services }) {
    const done = services.halt();
    return done === undefined ? refuse("NOT_STOPPED", "`snaphook stop-all` is not in effect") : { json: done };
  },
});
