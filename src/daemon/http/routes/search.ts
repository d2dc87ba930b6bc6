import { numberParam, type Route, textParam } from "../route.js";
import { integer, listOf, object, shape, text } from "../schema.js";

const USUAL = 20;

export const search: Route = {
  method: "GET",
  path: "/v1/search",
  token: "control",
  summary: "Looks for words in prompts, responses and activities.",
  params: {
    q: { in: "query", required: true, description: "The words.", schema: text({ maxLength: 500 }) },
    limit: {
      in: "query",
      description: `At most so many; ${USUAL} unless told.`,
      schema: integer({ minimum: 1, maximum: 200 }),
    },
  },
  reply: object({ hits: listOf(shape("SearchHit")) }),
  async handle(call) {
    const hits = await call.services.store.search(textParam(call, "q") ?? "", numberParam(call, "limit") ?? USUAL);
    return { json: { hits: [...hits] } };
  },
};
