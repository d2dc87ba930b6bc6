/** Codex's hooks.json beside its config. Codex runs a hook only once the person has approved it there. */
import { join } from "node:path";
import { wiredEvents } from "../_shared/wired-events.js";
import type { AgentWiring } from "../contract.js";
import { CODEX_EVENTS } from "./events.js";

export const wiring: AgentWiring = {
  program: "codex",
  file: (scope, { home, project, environment }) =>
    scope === "user"
      ? join(environment["CODEX_HOME"] || join(home, ".codex"), "hooks.json")
      : join(project, ".codex/hooks.json"),
  // PreModelRequest was seen to ignore every answer.
  events: wiredEvents(CODEX_EVENTS, ["PreModelRequest"], { SessionEnd: 3, Interrupt: 3 }),
  trustStep: "Start codex, type /hooks and approve the new entries; until then Codex skips them without a word.",
};
