/**
 * Cline runs every file in its hook directories that is named after an event; each is a file of ours. It accepts several
 * for one event, distinguished by extension, in the order of their names, and the last rewrite wins. The extension puts
 * ours after the user's own, so that theirs stay and cannot undo a denial; the shebang names the interpreter.
 */
import { join } from "node:path";
import { wiredEvents } from "../_shared/wired-calls.js";
import type { AgentWiring } from "../contract.js";
import { CLINE_ALSO, CLINE_EVENTS } from "./events.js";

const LAST = ".zsh";

const EVENTS = new Set([
  ...wiredEvents({ events: CLINE_EVENTS }).map(({ event }) => event),
  ...Object.keys(CLINE_ALSO),
]);

export const wiring: AgentWiring = {
  files(scope, { home, project, environment }) {
    const folder =
      scope === "user"
        ? join(environment["CLINE_DIR"] || join(home, ".cline"), "hooks")
        : join(project, ".clinerules/hooks");
    return [...EVENTS].map((event) => ({ path: join(folder, `${event}${LAST}`), format: { kind: "script", event } }));
  },
};
