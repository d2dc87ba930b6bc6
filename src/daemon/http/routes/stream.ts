/** Live lines: NDJSON, or server-sent events where they are asked for. */

import { NDJSON } from "../parse-body.js";
import { route } from "../route.js";
import { streamLineSchema, streamParams } from "../schemas/stream.js";
import { openStream } from "../stream-lines.js";

const EVENTS = "text/event-stream";

export const stream = route({
  method: "GET",
  path: "/v1/stream",
  token: "control",
  summary: "Events, decisions and open questions as they come. A reader that falls behind is dropped.",
  streams: [NDJSON, EVENTS],
  params: streamParams,
  reply: streamLineSchema,
  handle: async (call) => ({
    stream: (response) =>
      openStream(response, call, {
        contentType: call.accept.includes(EVENTS) ? EVENTS : NDJSON,
        canAnswer: call.params.answers === "true",
      }),
  }),
});
