/** Logs every finished tool call (BI-A2). */
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { redactStart } from "../core/redact/excerpt.js";
import { redactJson } from "../core/redact/json.js";
import { cut } from "../core/text/json.js";
import { hasFailed, resultText } from "./_shared/calls/tool-call.js";
import { logLine } from "./_shared/state/state-log.js";

const OPTIONS = {
  result: { type: "number", default: 2000, help: "Maximum characters of a result" },
} satisfies BuiltinOptions;

const MOST_PARAMS = 20_000;

const auditLog: Builtin = {
  name: "audit-log",
  summary: "Appends tool, parameters and result of every finished call to audit-log.jsonl.",
  from: "arawn",
  example: { builtin: "audit-log", options: { result: 500 } },
  events: ["PostToolUse", "PostToolUseFailure"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { result: most = OPTIONS.result.default }, services) {
    return async (payload) => {
      const { session_id: session, tool_name: tool, tool_input: params = {} } = payload;
      const kept = redactJson(params, MOST_PARAMS);
      const text = JSON.stringify(kept);
      await logLine(
        "audit-log.jsonl",
        {
          session,
          tool,
          params: text.length > MOST_PARAMS ? `${cut(text, MOST_PARAMS)}…` : kept,
          result: redactStart(resultText(payload, 1_000_000), Number(most)),
          failed: hasFailed(payload),
        },
        surroundings,
        services,
      );
    };
  },
};

export default auditLog;
