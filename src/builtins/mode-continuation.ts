/** Tells a new or compacted session which modes are active (BI-O15). */

import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { parseObject } from "../core/text/json.js";
import { readOwnFile } from "./_shared/paths/safe-files.js";
import {
  activeModes,
  checkModeOptions,
  MODE_OPTIONS,
  noRegistry,
  readModes,
  recoveryFile,
  switchOn,
} from "./_shared/state/modes.js";
import { conversationOf } from "./_shared/text/conversation.js";
import { tagged } from "./_shared/text/tagged.js";

const modeContinuation: Builtin = {
  name: "mode-continuation",
  summary: "Tells a session that starts, resumes or was compacted which modes are still active.",
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
      return context(
        tagged("mode-continuation", ["Still active:", ...on.map(({ name, hint }) => `- ${name}: ${hint}`)]),
      );
    };
  },
};

export default modeContinuation;
