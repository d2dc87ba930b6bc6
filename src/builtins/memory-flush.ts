/** Asks for what was learned to be written down when a new session begins (BI-C10). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { folderOf } from "./_shared/calls/tool-call.js";
import { filesText, uncommitted } from "./_shared/calls/uncommitted.js";
import { isSessionOfCortex } from "./_shared/text/prompts.js";

const OPTIONS = {
  where: { type: "text", default: "the project's memory files", help: "where it is to be written to" },
} satisfies BuiltinOptions;

const memoryFlush: Builtin = {
  name: "memory-flush",
  summary: "At a new session, asks to write down what the last one left unsaid; names uncommitted changes.",
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
        `A new session begins. What the one before found out and did not write down is lost with it: look whether ${String(where)} says what was decided, what was tried and what failed, and add what is missing.`,
        ...(changed === 0 ? [] : [`${filesText(changed)}: find out whose they are before you build on them.`]),
      ].join("\n");
      return isSessionOfCortex(payload) ? { output: prompt } : context(prompt);
    };
  },
};

export default memoryFlush;
