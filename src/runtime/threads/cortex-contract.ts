/** Commands of the user's own files have Cortex's contract on events of threads and sessions: its context on stdin, its answers. */
import type { SourceEntry } from "../../core/hooks/hook.js";

export function withCortexContract(entry: SourceEntry): SourceEntry {
  const { hook } = entry;
  if (hook.dialect !== "native" || hook.run.type !== "command") return entry;
  const env = { SNAPHOOK_EVENT: hook.event, SNAPHOOK_HOOK_ID: hook.id, ...hook.run.env };
  const result = hook.event.startsWith("cortex:session.") ? "text" : "json";
  return { ...entry, hook: { ...hook, dialect: "cortex", result, run: { ...hook.run, env } } };
}
