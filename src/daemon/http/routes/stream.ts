/** Live stream: NDJSON, or server-sent events on request. */

import { NDJSON } from "../parse-body.js";
import { route } from "../route.js";
import { streamLineSchema, streamParams } from "../schemas/stream.js";
import { openStream } from "../stream-lines.js";

const EVENTS = "text/event-stream";

export const stream = route({
  method: "GET",
  page: "view",
  path: "/v1/stream",
  token: "control",
  summary: "Events, decisions and pending questions, live. A reader that falls behind is disconnected.",
  streams: [NDJSON, EVENTS],
  params: streamParams,
  reply: streamLineSchema,
  handle: async (call) => ({
    stream: (response) =>
      openStream(response, call, {
        contentType: call.accept.includes(EVENTS) ? EVENTS : NDJSON,
        canAnswer: call.params.answers === "true" && call.page?.rights !== "view",
        withoutHooks: call.params.hooks === "false",
        last: call.params.last,
        after: call.params.after,
      }),
  }),
});
