/**
 * Hooks that run once per session: the first process to mark it wins. A project's hook marks nothing of an owner's,
 * whatever id it has.
 */

import type { HookEvent } from "../core/events/payload.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import { asText } from "../core/text/json.js";
import type { UpdateState } from "./safe-state.js";

/** Those that have already run in this session. Marks the others as run. */
export async function takeOnce(
  update: UpdateState,
  event: HookEvent,
  hooks: readonly AdmittedHook[],
): Promise<Set<AdmittedHook>> {
  const used = new Set<AdmittedHook>();
  for (const hook of hooks) {
    let before: unknown;
    const whose = mayAllow(hook.source.level) ? "once" : "once-in-project";
    await update(`${whose}/${asText(event.payload.session_id ?? "no-session")}/${hook.id}`, (old) => {
      before = old;
      return true;
    });
    if (before === true) used.add(hook);
  }
  return used;
}
