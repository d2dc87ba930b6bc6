/** An agent's own HTTP hook: its payload in, its answer out. Needs a fixed port and a daemon that never exits. */
import { ADAPTER_LOADERS } from "../../../adapters/_lazy.js";
import { currentFolder } from "../../../runtime/platform/paths.js";
import { answerEnd, answerObject } from "../agent-answer.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import { nativeHookBody, nativeHookParams, nativeHookReply } from "../schemas/calls.js";

export const nativeHook = route({
  method: "POST",
  path: "/v1/hooks/{agent}/{event}",
  token: "hooks",
  summary: "Answers an agent that calls hooks by HTTP, in its own format.",
  accepts: JSON_ONLY,
  params: nativeHookParams,
  body: nativeHookBody,
  reply: nativeHookReply,
  // Not async: a call may wait for a person, and would keep its body.
  handle({ services, params: { agent, event }, body, signal }) {
    if (!Object.hasOwn(ADAPTER_LOADERS, agent)) return Promise.resolve(refuse("AGENT_UNKNOWN", "unknown agent"));
    const answering = services.answer({
      agent,
      event,
      payload: body,
      cwd: typeof body["cwd"] === "string" ? body["cwd"] : currentFolder(),
      environment: {},
      way: "daemon",
      signal,
    });
    return answering.then((answered) => ({ json: { ...answerObject(answered), ...answerEnd(answered) } }));
  },
});
