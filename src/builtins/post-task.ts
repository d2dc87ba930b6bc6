/** Asks for lessons and a commit after a task (BI-C11). */
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { folderOf } from "./_shared/calls/tool-call.js";
import { filesText, uncommitted } from "./_shared/calls/uncommitted.js";
import { agentFor, goOn, insertAgent, isThread } from "./_shared/text/prompts.js";

const OPTIONS = {
  agent: { type: "text", help: "Thread agent that receives the prompt (default: the current one)" },
} satisfies BuiltinOptions;

const postTask: Builtin = {
  name: "post-task",
  summary: "After a task, asks the agent to save what it learned and to commit its work.",
  kind: "prompt",
  from: "cortex",
  example: { builtin: "post-task", options: { agent: "builder" } },
  events: ["Stop", "cortex:thread.end"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { agent }) {
    return async (payload) => {
      const changed = await uncommitted(folderOf(payload, surroundings), surroundings);
      const prompt = [
        "The task is done. Before you stop: save what the next agent should know (what worked, what did not, and why) where this project keeps such notes.",
        changed === 0
          ? "Everything is committed; leave it so."
          : `${filesText(changed)}: commit what belongs to the task, with a message that says why.`,
      ].join("\n");
      if (isThread(payload)) return insertAgent(agentFor(payload, agent), prompt);
      return changed === 0 ? undefined : goOn(payload, prompt);
    };
  },
};

export default postTask;
