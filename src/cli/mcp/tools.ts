/** The tools of `snaphook mcp`. Each asks the user and returns the answer as text. */
import type { UserAnswer } from "../../core/hooks/ask-user.js";
import { readQuestions } from "../../core/records/questions.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";

export interface Tool {
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The body for the daemon, or what is wrong with the arguments. */
  question(given: JsonObject): JsonObject | string;
  result(given: JsonObject, answer: UserAnswer): { readonly text: string; readonly isError?: true };
}

const STRING = { type: "string" };
const option = { type: "object", properties: { label: STRING, description: STRING }, required: ["label"] };
const question = {
  type: "object",
  properties: {
    question: STRING,
    header: STRING,
    options: { type: "array", items: option },
    multiSelect: { type: "boolean" },
  },
  required: ["question"],
};

const askUser: Tool = {
  description: "Asks the user one or more questions and waits for the answers.",
  inputSchema: {
    type: "object",
    properties: {
      questions: { type: "array", items: question, minItems: 1 },
      level: { enum: ["info", "warning", "error"] },
    },
    required: ["questions"],
  },
  question({ questions, level }) {
    const read = readQuestions({ questions });
    if (read === undefined) return "`questions` must be a list of different questions, each with a text";
    return { questions: read, ...(["info", "warning", "error"].includes(String(level)) ? { level } : {}) };
  },
  result: (_, { outcome, answers, said, problem }) =>
    outcome === "allow"
      ? { text: JSON.stringify({ answers }) }
      : { text: outcome === "deny" ? declined(said) : unanswered(problem), isError: true },
};

const submitPlan: Tool = {
  description: "Shows a plan to the user and waits until it is approved or rejected.",
  inputSchema: { type: "object", properties: { plan: STRING }, required: ["plan"] },
  question: ({ plan }) =>
    typeof plan === "string" && plan.trim() !== "" ? { plan } : "`plan` must be the text of the plan",
  result: (_, { outcome, said, problem }) =>
    outcome === "none"
      ? { text: unanswered(problem), isError: true }
      : { text: outcome === "allow" ? "The user approved the plan." : (said ?? "User rejected the plan.") },
};

/** For `--permission-prompt-tool` of Claude Code. */
const approve: Tool = {
  description: "Asks the user for permission to use a tool. For --permission-prompt-tool.",
  inputSchema: {
    type: "object",
    properties: { tool_name: STRING, input: { type: "object" }, tool_use_id: STRING },
    required: ["tool_name", "input"],
  },
  question: ({ tool_name: tool, input }) =>
    typeof tool === "string" && tool !== "" && isRecord(input)
      ? { tool, input }
      : "`tool_name` and `input` are required",
  result({ input }, { outcome, answers, said, problem }) {
    const old = isRecord(input) ? input : {};
    const decision =
      outcome === "allow"
        ? { behavior: "allow", updatedInput: answers === undefined ? old : { ...old, answers } }
        : { behavior: "deny", message: outcome === "deny" ? (said ?? "The user said no.") : unanswered(problem) };
    return { text: JSON.stringify(decision) };
  },
};

function declined(said: string | undefined): string {
  return `The user declined to answer${said === undefined ? "." : `: ${said}`}`;
}

function unanswered(problem: string | undefined): string {
  return `No answer (this is not a rejection): ${problem}.`;
}

export const TOOLS: Readonly<Record<string, Tool>> = {
  ask_user: askUser,
  submit_plan: submitPlan,
  approve,
  cortex_ask_user: askUser,
  cortex_plan_exit: submitPlan,
};
