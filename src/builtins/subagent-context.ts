/** Tells a subagent which project its conversation is about (BI-O11). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { conversationOf, readConversation } from "./_shared/text/conversation.js";
import { tagged } from "./_shared/text/tagged.js";

const OPTIONS = {
  project: { type: "text", help: "the folder of the project; the one that project-detect found when left out" },
} satisfies BuiltinOptions;

const subagentContext: Builtin = {
  name: "subagent-context",
  summary: "Tells each subagent the name of the active project when it starts.",
  kind: "context",
  from: "orion",
  example: { event: "SubagentStart", builtin: "subagent-context" },
  events: ["SubagentStart"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(_surroundings, { project }, services) {
    return async (payload) => {
      const path = project ?? (await readConversation(services, conversationOf(payload))).project;
      const name = lastPart(String(path ?? ""));
      return name === "" ? undefined : context(tagged("project-context", [`Active PARA project: ${name}`]));
    };
  },
};

/** Of a path of any system, whichever this one is. */
function lastPart(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? "";
}

export default subagentContext;
