/** Between the local page and the terminal that opened it: see `local-page/confirmations.ts`. */
import { refuse } from "../errors.js";
import { NDJSON } from "../parse-body.js";
import { HEADERS } from "../respond.js";
import { JSON_ONLY, route } from "../route.js";
import {
  confirmBody,
  confirmReply,
  pageRequestLine,
  pageRequestParams,
  pageRequestsParams,
  pageResultBody,
  pageResultReply,
  typedBody,
  viewBody,
  viewReply,
} from "../schemas/page-confirm.js";

export const pageRequests = route({
  method: "GET",
  path: "/v1/page/requests",
  token: "control",
  summary: "What a person asks for on the local page and confirms in the terminal that opened it. See `snaphook page`.",
  streams: [NDJSON],
  params: pageRequestsParams,
  reply: pageRequestLine,
  handle: async ({ services, params, heartbeatMs }) => ({
    stream: (response) => {
      response.writeHead(200, { ...HEADERS, "content-type": `${NDJSON}; charset=utf-8`, connection: "close" });
      const send = (line: object) => void response.write(`${JSON.stringify(line)}\n`);
      send({ kind: "heartbeat" });
      const disconnect = services.page.confirmations.connect(params.launch, send);
      const heartbeat = setInterval(() => send({ kind: "heartbeat" }), heartbeatMs).unref();
      response.once("close", () => {
        clearInterval(heartbeat);
        disconnect();
      });
    },
  }),
});

export const pageView = route({
  method: "POST",
  path: "/v1/page/views",
  token: "control",
  summary:
    "A person has `snaphook up` open: it confirms for pages whose own terminal has ended. The id is for the requests.",
  accepts: JSON_ONLY,
  body: viewBody,
  reply: viewReply,
  async handle({ services, body: { proof } }) {
    if (!services.page.isProven(proof)) return refuse("PERSON_REQUIRED", "the proof is not valid");
    return { json: { id: services.page.confirmations.admitView() } };
  },
});

export const pageResult = route({
  method: "POST",
  path: "/v1/page/requests/{id}",
  token: "control",
  summary: "What became of a request, from the terminal that opened the page.",
  accepts: JSON_ONLY,
  params: pageRequestParams,
  body: pageResultBody,
  reply: pageResultReply,
  async handle({ services, params, body }) {
    const result = body.result ?? "asks";
    return { json: { taken: services.page.confirmations.report(body.launch, params.id, result) } };
  },
});

export const beginConfirm = route({
  method: "POST",
  page: "answer",
  path: "/v1/page/confirmations",
  token: "page",
  summary: "Asks the terminal that opened the page to do something that a person has to confirm.",
  accepts: JSON_ONLY,
  body: confirmBody,
  reply: confirmReply,
  async handle({ services, page, body }) {
    return { json: await services.page.confirmations.begin(page!, body) };
  },
});

export const typeConfirm = route({
  method: "POST",
  page: "answer",
  path: "/v1/page/confirmations/{id}",
  token: "page",
  summary: "The code that the terminal shows; without one the request is cancelled.",
  accepts: JSON_ONLY,
  params: pageRequestParams,
  body: typedBody,
  reply: confirmReply,
  async handle({ services, page, params, body }) {
    const { confirmations } = services.page;
    if (body.code === undefined) {
      confirmations.cancel(page!, params.id);
      return { json: { state: "over" as const, done: false, message: "Cancelled." } };
    }
    const step = await confirmations.type(page!, params.id, body.code);
    return step === undefined ? refuse("NOT_FOUND", "the request is over") : { json: step };
  },
});
