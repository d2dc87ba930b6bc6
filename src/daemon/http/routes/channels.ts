/** Channels that reach the user elsewhere. */
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import { testChannelBody, testChannelParams, testChannelReply } from "../schemas/channels.js";

export const testChannel = route({
  method: "POST",
  path: "/v1/channels/{name}/test",
  token: "control",
  summary: "Sends a test message through a channel. Nothing is asked.",
  accepts: JSON_ONLY,
  params: testChannelParams,
  body: testChannelBody,
  reply: testChannelReply,
  async handle({ services, params: { name } }) {
    const problem = await services.channels.test(name);
    return problem === undefined ? { json: { sent: true as const } } : refuse("CHANNEL_FAILED", `${name}: ${problem}`);
  },
});
