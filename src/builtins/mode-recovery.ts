/** Saves the active modes before the context is compacted, for mode-continuation (BI-O14). */
import { dirname } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import { ensurePrivateFolder, writePrivateFile } from "../disk/files.js";
import {
  activeModes,
  checkModeOptions,
  MODE_OPTIONS,
  noRegistry,
  readModes,
  recoveryFile,
} from "./_shared/state/modes.js";
import { conversationOf } from "./_shared/text/conversation.js";

const modeRecovery: Builtin = {
  name: "mode-recovery",
  summary: "Saves the active modes before the context is compacted.",
  from: "orion",
  example: { event: "PreCompact", builtin: "mode-recovery", options: { registry: ".orion/modes.json" } },
  events: ["PreCompact"],
  match: {},
  guard: false,
  options: MODE_OPTIONS,
  checkOptions: checkModeOptions,
  make(surroundings, { registry }, services) {
    return async (payload) => {
      const modes = await readModes(registry, surroundings);
      if (modes === undefined) return noRegistry("mode-recovery", registry);
      const on = await activeModes(modes, surroundings, services);
      if (on.length === 0) return undefined;
      const file = recoveryFile(surroundings, conversationOf(payload));
      ensurePrivateFolder(dirname(file));
      const facts = { modes: on.map(({ name }) => name), savedAt: new Date(services.now()).toISOString() };
      writePrivateFile(file, JSON.stringify(facts));
      return undefined;
    };
  },
};

export default modeRecovery;
