/** Asks for unsaved insights when a new session starts (BI-C10). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { folderOf } from "./_shared/calls/tool-call.js";
import { filesText, uncommitted } from "./_shared/calls/uncommitted.js";
import { isSessionOfCortex } from "./_shared/text/prompts.js";

const OPTIONS = {
  where: { type: "text", default: "the project's memory files", help: "Where insights are saved" },
} satisfies BuiltinOptions;

const memoryFlush: Builtin = {
  name: "memory-flush",
  summary: "At a new session, asks to save what the last one left unsaved; mentions uncommitted changes.",
  kind: "prompt",
  from: "cortex",
  example: { builtin: "memory-flush", options: { where: "knowledge/" } },
  events: ["SessionStart", "cortex:session.new"],
  match: {},
  matchOn: { SessionStart: { subject: { kind: "literals", exact: ["startup", "clear", "new"] } } },
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { where = OPTIONS.where.default }) {
    return async (payload) => {
      const changed = await uncommitted(folderOf(payload, surroundings), surroundings);
      const prompt = [
        `A new session starts. Insights of the previous one that were not saved are lost: check that ${String(where)} says what was decided, what was tried and what failed, and add what is missing.`,
        ...(changed === 0 ? [] : [`${filesText(changed)}: find out where they come from before you build on them.`]),
      ].join("\n");
      return isSessionOfCortex(payload) ? { output: prompt } : context(prompt);
    };
  },
};

export default memoryFlush;
