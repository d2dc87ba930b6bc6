/**
 * Cline runs every file in its hook folders that is named after an event; each is a file of ours. It takes several for
 * one event, told apart by their ending, in the order of their names, and the last rewrite wins. The ending puts ours
 * behind the person's own, so that theirs stay and cannot undo a denial; the first line says what runs it.
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
