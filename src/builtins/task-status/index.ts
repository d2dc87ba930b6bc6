/** Checks the status of an agent's task before it stops (BI-C12). */
import { join } from "node:path";
import type { BasePayload } from "../../core/events/payload.js";
import type { Builtin, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { readOwnFile } from "../_shared/paths/safe-files.js";
import { agentFor, goOn, insertAgent, isThread, NOTHING_TO_DO } from "../_shared/text/prompts.js";
import { shown } from "../_shared/text/shown.js";
import { readStatus } from "./read-status.js";

const OPTIONS = {
  file: { type: "text", default: "TASKS.yaml", help: "Task list, relative to the project" },
  agent: { type: "text", help: "Thread agent that receives the prompt (default: the current one)" },
} satisfies BuiltinOptions;

const MOST_BYTES = 4_000_000;

const taskStatus: Builtin = {
  name: "task-status",
  summary: "Before an agent stops, asks for the status of its task in TASKS.yaml if it is still claimed or pending.",
  kind: "prompt",
  from: "cortex",
  example: { builtin: "task-status", options: { file: "TASKS.yaml" } },
  events: ["Stop", "cortex:thread.end"],
  match: {},
  guard: false,
  options: OPTIONS,
  variables: ["CORTEX_TASK_ID"],
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { file = OPTIONS.file.default, agent }) {
    return async (payload) => {
      const id = taskOf(payload, surroundings);
      const path = join(surroundings.project, String(file));
      const tasks = id === undefined ? undefined : await readOwnFile(path, MOST_BYTES, surroundings.project);
      const prompt = id === undefined || tasks === undefined ? undefined : promptFor(id, readStatus(tasks.text, id));
      if (prompt === undefined) return isThread(payload) ? NOTHING_TO_DO : undefined;
      return isThread(payload) ? insertAgent(agentFor(payload, agent), prompt) : goOn(payload, prompt);
    };
  },
};

function taskOf(payload: BasePayload, { environment }: Surroundings): string | undefined {
  const id = payload["taskId"] ?? payload["task_id"] ?? environment["CORTEX_TASK_ID"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** `done`, `blocked` and `split` need no prompt, and a missing task has no status. */
function promptFor(id: string, status: string | undefined): string | undefined {
  if (status === "claimed" || status === "in_progress" || status === "in-progress")
    return `Task ${shown(id)} is still claimed. Set it to done, blocked (with the reason) or split before you stop, or continue with it.`;
  if (status === "pending")
    return `Task ${shown(id)} is still pending. Claim it if you worked on it, and report its progress.`;
  return undefined;
}

export default taskStatus;
