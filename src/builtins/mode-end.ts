/** Ends active modes at the end of a session, and fires `orion:modeClosure` (BI-O19). */
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import {
  activeModes,
  checkModeOptions,
  MODE_OPTIONS,
  noRegistry,
  readModes,
  recoveryFile,
  switchAllOff,
} from "./_shared/state/modes.js";
import { logLine } from "./_shared/state/state-log.js";
import { conversationOf } from "./_shared/text/conversation.js";

const LOG = "modes.jsonl";

const modeEnd: Builtin = {
  name: "mode-end",
  summary: "Ends active modes at the end of a session, logs it and fires orion:modeClosure.",
  from: "orion",
  example: { event: "SessionEnd", builtin: "mode-end", options: { registry: ".orion/modes.json" } },
  events: ["SessionEnd"],
  match: {},
  guard: false,
  options: MODE_OPTIONS,
  checkOptions: checkModeOptions,
  make(surroundings, { registry }, services) {
    return async (payload) => {
      const modes = await readModes(registry, surroundings);
      if (modes === undefined) return noRegistry("mode-end", registry);
      const on = await activeModes(modes, surroundings, services);
      if (on.length === 0) return undefined;
      await switchAllOff(surroundings, services);
      await unlink(recoveryFile(surroundings, conversationOf(payload))).catch(() => {}); // most sessions have none
      const closed = on.map(({ name }) => name);
      await logLine(LOG, { session: payload.session_id, closed }, surroundings, services);
      services.emit("orion:modeClosure", { projectPath: surroundings.project, log: join(surroundings.state, LOG) });
      return undefined;
    };
  },
};

export default modeEnd;
