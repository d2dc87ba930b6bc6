/** What agents remember: reading only. */
import { refuse } from "../errors.js";
import { route } from "../route.js";
import {
  MEMORIES,
  memoriesParams,
  memoriesReply,
  memoryParams,
  memoryReply,
  RECALLED,
  recallParams,
  recallReply,
} from "../schemas/views.js";

const MOST_SHOWN = 200;

export const memories = route({
  method: "GET",
  page: "view",
  path: "/v1/memories",
  token: "control",
  summary: "What agents remember, newest first.",
  params: memoriesParams,
  reply: memoriesReply,
  async handle({ services, params: { review, limit = MEMORIES, ...filter } }) {
    const rows = await services.store.memories({ ...filter, ...(review && { review: true }), limit });
    return { json: { enabled: services.memoryIsOn(), memories: rows } };
  },
});

export const memory = route({
  method: "GET",
  page: "view",
  path: "/v1/memories/{id}",
  token: "control",
  summary: "One memory, and when agents were given it or why not.",
  params: memoryParams,
  reply: memoryReply,
  async handle({ services, params: { id } }) {
    const { store } = services;
    const found = await store.memory(id);
    if (found === undefined) return refuse("MEMORY_UNKNOWN", "unknown memory");
    const { holds } = await import("../../memory/citations.js");
    const gone = (found.cites ?? []).filter((cite) => !holds(found.scope, cite)).map(({ file }) => file);
    const conflict = found.conflict === undefined ? undefined : await store.memory(found.conflict);
    const shown = await store.shownIn({ memory: found.id, limit: MOST_SHOWN });
    return { json: { memory: found, gone, shown, ...(conflict?.status === "active" ? { conflict } : {}) } };
  },
});

export const recall = route({
  method: "GET",
  page: "view",
  path: "/v1/recall",
  token: "control",
  summary: "Memories, prompts and responses of one repository that answer a question, best first.",
  params: recallParams,
  reply: recallReply,
  handle: async ({ services, params: { q, scope, limit = RECALLED } }) => ({
    json: { hits: await services.store.recall({ scope, text: q, limit }) },
  }),
});
