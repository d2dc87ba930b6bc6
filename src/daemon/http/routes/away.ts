/** For `snaphook away` and `snaphook back`. It only makes the daemon read the signed file, so the control token is enough. */
import { JSON_ONLY, route } from "../route.js";
import { awayBody, awayReply } from "../schemas/daemon.js";

export const away = route({
  method: "POST",
  path: "/v1/away",
  token: "control",
  summary: "Reads again whether the user is away. Calls that wait for an answer that cannot come any more are denied.",
  accepts: JSON_ONLY,
  body: awayBody,
  reply: awayReply,
  handle: async ({ services }) => ({ json: await services.awayChanged() }),
});
