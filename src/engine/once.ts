/** Hooks that run once per session: the first process to mark it wins. */
import type { AdmittedHook } from "../core/admission.js";
import type { HookEvent } from "../core/payload.js";
import type { UpdateState } from "./safe-state.js";

/** The ids among `hooks` that have already run in this session. Marks the others as run. */
export async function takeOnce(
  update: UpdateState,
  event: HookEvent,
  hooks: readonly AdmittedHook[],
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const hook of hooks) {
    let before: unknown;
    await update(`once/${event.payload.session_id ?? "no-session"}/${hook.id}`, (old) => {
      before = old;
      return true;
    });
    if (before === true) used.add(hook.id);
  }
  return used;
}
