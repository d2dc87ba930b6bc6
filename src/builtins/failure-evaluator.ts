/** Asks the user's model why a tool failed, and gives the agent its advice (CP-18, BI-O30). */
import { context as contextOf } from "../core/decision/decision.js";
import { fenceUntrusted } from "../core/decision/fence-untrusted.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { redactText } from "../core/redact/text.js";
import { asText, cut, type JsonObject } from "../core/text/json.js";
import { evaluate } from "./_shared/text/evaluate.js";

const OPTIONS = {
  limitMs: { type: "number", default: 8_000, help: "Longest wait for the model; after it there is no opinion" },
} satisfies BuiltinOptions;

const INPUT_CHARS = 2_000;
const ERROR_CHARS = 6_000;
const ADVICE_CHARS = 600;

const SYSTEM = `A tool call of a coding agent failed. If the cause is evident from the call and its error, set "advice" to the cause and the next step, in at most three sentences. Otherwise, and if the agent will see the cause itself, set it to "".`;

const SCHEMA: JsonObject = {
  type: "object",
  properties: { advice: { type: "string" } },
  required: ["advice"],
  additionalProperties: false,
};

const failureEvaluator: Builtin = {
  name: "failure-evaluator",
  summary: "Asks the user's model why a tool failed, and adds its advice to the model's context.",
  kind: "context",
  from: "orion",
  example: { event: "PostToolUseFailure", matcher: "Bash", builtin: "failure-evaluator" },
  events: ["PostToolUseFailure"],
  match: {},
  guard: false,
  asksModel: true,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { limitMs = OPTIONS.limitMs.default }, services) {
    return async ({ tool_name: tool, tool_input: input, error, is_interrupt: stopped }, context) => {
      if (stopped === true || error === undefined) return undefined;
      const text = `tool: ${asText(tool)}\ninput: ${cut(asText(input), INPUT_CHARS)}\nerror: ${cut(asText(error), ERROR_CHARS)}`;
      const evaluation = { name: "failure-evaluator", limitMs: Number(limitMs), system: SYSTEM, schema: SCHEMA, read };
      const advice = await evaluate(
        { ...evaluation, from: "event PostToolUseFailure", text },
        surroundings,
        services,
        context,
      );
      if (advice === undefined || advice === "") return undefined;
      return contextOf(
        `A model's advice about this failure, which may be wrong:\n${fenceUntrusted(advice, "failure-evaluator")}`,
      );
    };
  },
};

function read(found: readonly JsonObject[]): string | undefined {
  const advice = found.map(({ advice: one }) => one).find((one) => typeof one === "string");
  return advice === undefined ? undefined : cut(redactText(advice as string).trim(), ADVICE_CHARS);
}

export default failureEvaluator;
