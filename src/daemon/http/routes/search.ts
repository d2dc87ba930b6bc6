import { route } from "../route.js";
import { SEARCH_HITS, searchParams, searchReply } from "../schemas/sessions.js";

export const search = route({
  method: "GET",
  page: "view",
  path: "/v1/search",
  token: "control",
  summary: "Searches prompts, responses and activities.",
  params: searchParams,
  reply: searchReply,
  handle: async ({ services, params: { q, limit = SEARCH_HITS } }) => ({
    json: { hits: await services.store.search(q, limit) },
  }),
});
