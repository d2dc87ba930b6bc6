/** Tells a subagent the active project of its conversation (BI-O11). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { conversationOf, readConversation } from "./_shared/text/conversation.js";
import { tagged } from "./_shared/text/tagged.js";

const OPTIONS = {
  project: { type: "text", help: "Project directory (default: the one that project-detect found)" },
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

/** Accepts paths of any operating system. */
function lastPart(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? "";
}

export default subagentContext;
