/** Finds what is worth keeping in a turn, and asks the agent to keep it with a tool (CP-17, BI-O29). */
import { forceContinue } from "../core/decision/decision.js";
import { fenceUntrusted } from "../core/decision/fence-untrusted.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { redactText } from "../core/redact/text.js";
import { cut, isRecord, type JsonObject } from "../core/text/json.js";
import { evaluate } from "./_shared/text/evaluate.js";
import { lastMessages } from "./_shared/text/transcript.js";

const OPTIONS = {
  tool: { type: "text", default: "remember", help: "Tool that the agent is asked to call, as the agent names it" },
  limitMs: { type: "number", default: 12_000, help: "Longest wait for the model; after it there is no opinion" },
} satisfies BuiltinOptions;

const KINDS = ["DECISION", "CONTACT", "PREFERENCE", "TASK"] as const;
const MOST_CHARS = 12_000;
const MOST_SIGNALS = 5;
const SIGNAL_CHARS = 300;
/** What is shorter holds nothing to keep. */
const LEAST_CHARS = 40;

const SYSTEM = `You read the end of a conversation between a user and a coding agent. List what the user will need in later sessions: decisions with their reason (DECISION), people and how to reach them (CONTACT), lasting wishes of the user (PREFERENCE), and work that was agreed on and is not done (TASK). List only what is said there, each in one sentence that can be understood alone. Usually the list is empty.`;

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    signals: {
      type: "array",
      items: {
        type: "object",
        properties: { kind: { enum: [...KINDS] }, text: { type: "string" } },
        required: ["kind", "text"],
        additionalProperties: false,
      },
    },
  },
  required: ["signals"],
  additionalProperties: false,
};

const captureEvaluator: Builtin = {
  name: "capture-evaluator",
  summary: "Asks the user's model what of a turn is worth keeping, and asks the agent to keep it with a tool.",
  kind: "prompt",
  from: "orion",
  example: { event: "Stop", builtin: "capture-evaluator", options: { tool: "mcp__snaphook__remember" } },
  events: ["Stop"],
  match: {},
  guard: false,
  asksModel: true,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { tool = OPTIONS.tool.default, limitMs = OPTIONS.limitMs.default }, services) {
    return async (payload, context) => {
      const { last_assistant_message: last, transcript_path: path } = payload;
      const messages = lastMessages(path, MOST_CHARS);
      const said =
        typeof last === "string" && !messages.some((one) => one.includes(last)) ? [`assistant: ${last}`] : [];
      const text = [...messages, ...said].join("\n\n").slice(-MOST_CHARS);
      if (text.length < LEAST_CHARS) return undefined;
      const evaluation = { name: "capture-evaluator", limitMs: Number(limitMs), system: SYSTEM, schema: SCHEMA, read };
      const signals = await evaluate({ ...evaluation, from: "event Stop", text }, surroundings, services, context);
      if (signals === undefined || signals.length === 0) return undefined;
      const list = signals.map(({ kind, text: one }) => `${kind}: ${one}`).join("\n");
      return forceContinue(
        `Call the tool "${String(tool)}" once for each line below that is correct and not kept yet, then stop. Do nothing else.\n${fenceUntrusted(list, "capture-evaluator")}`,
      );
    };
  },
};

interface Signal {
  readonly kind: string;
  readonly text: string;
}

function read(found: readonly JsonObject[]): readonly Signal[] | undefined {
  const lists = found.map(({ signals }) => signals).filter(Array.isArray);
  const list = lists[0] as readonly unknown[] | undefined;
  return list
    ?.filter(isRecord)
    .flatMap(({ kind, text }) => {
      const isSignal = KINDS.some((one) => one === kind) && typeof text === "string" && text.trim() !== "";
      return isSignal ? [{ kind: String(kind), text: cut(oneLine(String(text)), SIGNAL_CHARS) }] : [];
    })
    .slice(0, MOST_SIGNALS);
}

function oneLine(text: string): string {
  return redactText(text).replace(/\s+/g, " ").trim();
}

export default captureEvaluator;
