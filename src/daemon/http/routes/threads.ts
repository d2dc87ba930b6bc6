/** Threads. Starting one starts programs, so it takes the control token, and a template that may run. */
import { statOf } from "../../../disk/files.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import {
  newThreadReply,
  threadBody,
  threadParams,
  threadReply,
  threadsParams,
  threadsReply,
} from "../schemas/threads.js";

export const newThread = route({
  method: "POST",
  path: "/v1/threads",
  token: "control",
  summary: "Starts a thread, with the checks of `snaphook thread run`, and answers when it runs.",
  accepts: JSON_ONLY,
  body: threadBody,
  reply: newThreadReply,
  async handle({ services, body }) {
    if (statOf(body.project)?.isDirectory() !== true) return refuse("THREAD_REFUSED", "`project` is not a folder");
    const started = await (await services.threads()).start(body);
    return "problem" in started ? refuse("THREAD_REFUSED", started.problem) : { json: { thread: started } };
  },
});

export const threads = route({
  method: "GET",
  path: "/v1/threads",
  token: "control",
  summary: "Threads, newest first.",
  params: threadsParams,
  reply: threadsReply,
  async handle({ services, params: { limit } }) {
    return { json: { threads: await (await services.threads()).list(limit) } };
  },
});

export const thread = route({
  method: "GET",
  path: "/v1/threads/{id}",
  token: "control",
  summary: "One thread with its steps, and its hooks that failed.",
  params: threadParams,
  reply: threadReply,
  async handle({ services, params: { id } }) {
    const found = await (await services.threads()).find(id);
    return found === undefined ? refuse("THREAD_UNKNOWN", "unknown thread") : { json: found };
  },
});
