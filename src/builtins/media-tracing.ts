/** Measures calls of `orion media TYPE ACTION`: a span from before the call to after it (BI-O16). */
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { isRecord } from "../core/text/json.js";
import { invocationsOf } from "./_shared/calls/invocations-of.js";
import { orionWords } from "./_shared/calls/orion-cli.js";
import { hasFailed } from "./_shared/calls/tool-call.js";
import { logLine } from "./_shared/state/state-log.js";

const LOG = "media-spans.jsonl";

const mediaTracing: Builtin = {
  name: "media-tracing",
  summary: "Traces calls of `orion media` as spans in media-spans.jsonl, keyed by the id of the call.",
  from: "orion",
  example: { builtin: "media-tracing" },
  events: ["PreToolUse", "PostToolUse", "PostToolUseFailure"],
  match: { subject: { kind: "literals", exact: ["Bash"] } },
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make(surroundings, _options, services) {
    return async (payload) => {
      const { tool_use_id: id, hook_event_name: event } = payload;
      if (typeof id !== "string") return undefined;
      const key = `media-tracing:${id}`;
      if (event === "PreToolUse") {
        const call = invocationsOf(payload, surroundings).map(orionWords).find(isMedia);
        if (call === undefined) return undefined;
        const name = `media.${call[1]}.${call[2]}`;
        // A guard may still deny the call without a further event, so only finished calls are logged.
        await services.state.update(key, () => ({ name, start: services.now() }));
        return undefined;
      }
      const span = await services.state.read(key);
      if (!isRecord(span)) return undefined;
      await services.state.update(key, () => undefined);
      const { name, start } = span;
      const ms = services.now() - Number(start);
      const opened = { ts: new Date(Number(start)).toISOString(), event: "opened" };
      const closed = { event: "closed", ms, failed: hasFailed(payload) };
      for (const facts of [opened, closed]) await logLine(LOG, { span: id, name, ...facts }, surroundings, services);
      return undefined;
    };
  },
};

function isMedia(words: readonly string[]): boolean {
  return words[0] === "media" && words.length >= 3;
}

export default mediaTracing;
