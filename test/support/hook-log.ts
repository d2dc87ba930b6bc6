/** Lines of a hook log as the program writes them. */
import { logEvent } from "../../src/runtime/record/hook-log.js";

type Entry = Parameters<typeof logEvent>[1];
type Run = Entry["hooks"][number];

export const hookRun = (id: string, over: Partial<Run> = {}): Run => ({
  id,
  source: "user",
  outcome: "none",
  ms: 5,
  ...over,
});

export function logged(state: string, over: Partial<Entry> = {}): void {
  logEvent(state, {
    at: Date.now(),
    agent: "claude-code",
    event: "PreToolUse",
    session: "session-one",
    presence: "interactive",
    ms: 7,
    verdict: "none",
    hooks: [],
    notes: [],
    ...over,
  });
}
