/** Live lines: NDJSON, or server-sent events where they are asked for. */

import { NDJSON } from "../parse-body.js";
import type { Route } from "../route.js";
import { oneOf, shape } from "../schema.js";
import { openStream } from "../stream-lines.js";

const EVENTS = "text/event-stream";

export const stream: Route = {
  method: "GET",
  path: "/v1/stream",
  token: "control",
  summary: "Events, decisions and open questions as they come. A reader that falls behind is dropped.",
  streams: [NDJSON, EVENTS],
  params: {
    answers: {
      in: "query",
      description: "`true`: a person reads this stream and can answer questions. Calls are held only while one does.",
      schema: oneOf("true", "false"),
    },
  },
  reply: shape("StreamLine"),
  handle: async (call) => ({
    stream: (response) => openStream(response, call, call.accept.includes(EVENTS) ? EVENTS : NDJSON),
  }),
};
