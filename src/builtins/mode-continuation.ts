/** Tells a new or compacted session which modes are on (BI-O15). */
import type { Builtin } from "../core/builtin.js";
import { context } from "../core/decision.js";
import { parseObject } from "../core/json.js";
import { conversationOf } from "./_shared/conversation.js";
import {
  activeModes,
  checkModeOptions,
  MODE_OPTIONS,
  noRegistry,
  readModes,
  recoveryFile,
  switchOn,
} from "./_shared/modes.js";
import { readOwnFile } from "./_shared/safe-files.js";
import { tagged } from "./_shared/tagged.js";

const modeContinuation: Builtin = {
  name: "mode-continuation",
  summary: "Tells a session that starts, resumes or was compacted which modes are still on.",
  kind: "context",
  from: "orion",
  example: { event: "SessionStart", builtin: "mode-continuation", options: { registry: ".orion/modes.json" } },
  events: ["SessionStart"],
  match: {},
  guard: false,
  options: MODE_OPTIONS,
  checkOptions: checkModeOptions,
  make(surroundings, { registry }, services) {
    return async (payload) => {
      const modes = await readModes(registry, surroundings);
      if (modes === undefined) return noRegistry("mode-continuation", registry);
      const saved = await readOwnFile(recoveryFile(surroundings, conversationOf(payload)), 100_000);
      const names = parseObject(saved?.text ?? "")?.["modes"];
      if (Array.isArray(names)) await switchOn(names.map(String), surroundings, services);
      const on = await activeModes(modes, surroundings, services);
      if (on.length === 0) return undefined;
      return context(tagged("mode-continuation", ["Still on:", ...on.map(({ name, hint }) => `- ${name}: ${hint}`)]));
    };
  },
};

export default modeContinuation;
