/** An agent's own HTTP hook: its payload in, its answer out. Needs a fixed port and a daemon that never leaves. */
import { ADAPTER_LOADERS } from "../../../adapters/_lazy.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import { currentFolder } from "../../../runtime/platform/paths.js";
import { answerEnd, answerObject } from "../agent-answer.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, type Route, textParam } from "../route.js";
import { anyObject, text } from "../schema.js";

export const nativeHook: Route = {
  method: "POST",
  path: "/v1/hooks/{agent}/{event}",
  token: "hooks",
  summary: "Answers an agent that can call hooks by HTTP, in its own words.",
  accepts: JSON_ONLY,
  params: {
    agent: { in: "path", required: true, description: "As in `snaphook agents`.", schema: text({ maxLength: 64 }) },
    event: { in: "path", required: true, description: "As the agent calls it.", schema: text({ maxLength: 128 }) },
  },
  body: anyObject("What the agent sends."),
  reply: anyObject("What the agent understands; empty when there is nothing to say."),
  async handle(call) {
    const agent = textParam(call, "agent")!;
    if (!Object.hasOwn(ADAPTER_LOADERS, agent)) return refuse("AGENT_UNKNOWN", "there is no such agent");
    const payload = call.body as JsonObject;
    const answered = await call.services.answer({
      agent,
      event: textParam(call, "event")!,
      payload,
      cwd: isRecord(payload) && typeof payload["cwd"] === "string" ? payload["cwd"] : currentFolder(),
      environment: {},
      way: "daemon",
      signal: call.signal,
    });
    return { json: { ...answerObject(answered), ...answerEnd(answered) } };
  },
};
