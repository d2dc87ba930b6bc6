/**
 * Runs a hook in the background (EX-11). It can never block; only observers see its outcome. It is terminated at its
 * timeout, or when the engine closes (EX-12).
 */

import type { HookRun } from "../core/decision/decision.js";
import type { HookEvent, Presence } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { AskQueue } from "../core/hooks/ask-user.js";
import type { Clock, Executors, HookResult } from "../core/ports.js";
import { brokenOf, hookRun, threw } from "./hook-result.js";
import { type Observers, RunContext } from "./observers.js";

interface BackgroundParts {
  readonly executors: Executors;
  readonly observers: Observers;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly signal: AbortSignal;
  readonly askQueue?: AskQueue | undefined;
}

let count = 0;

/** Never rejects. */
export async function runInBackground(hook: AdmittedHook, event: HookEvent, parts: BackgroundParts): Promise<void> {
  const id = -++count; // separate from the ids of foreground hooks
  const facts = { id, hook: hook.id, event: event.name };
  const context = new RunContext(hook.id, parts.presence, parts.observers, id, event.name, parts.askQueue);
  parts.observers.tell({ type: "hook_started", ...facts, statusMessage: hook.statusMessage });
  const startedAt = parts.clock.now();
  const result = await settle(hook, event, context, parts);
  parts.observers.tell({
    type: "hook_response",
    ...facts,
    run: {
      ...toRun(hook, result, parts.clock.now() - startedAt),
      ...(context.said === "" ? {} : { stderr: context.said }),
    },
  });
}

async function settle(
  hook: AdmittedHook,
  event: HookEvent,
  context: RunContext,
  parts: BackgroundParts,
): Promise<HookResult> {
  if (hook.broken) return { ok: false, failure: brokenOf(hook.broken) };
  const executor = parts.executors[hook.run.type];
  let giveUp: () => void = () => {};
  const ended = new Promise<HookResult>((done) => {
    const end = (cause: "timeout" | "aborted", message: string) => {
      context.abort(cause);
      done({ ok: false, failure: { cause, message } });
    };
    const cancelTimer = parts.clock.after(hook.timeoutMs, () =>
      end("timeout", `it did not finish within ${hook.timeoutMs} ms`),
    );
    const onClose = () => end("aborted", "the engine was closed");
    if (parts.signal.aborted) onClose();
    else parts.signal.addEventListener("abort", onClose, { once: true });
    giveUp = () => {
      cancelTimer();
      parts.signal.removeEventListener("abort", onClose);
    };
  });
  try {
    const work = Promise.resolve(executor.run(hook, event, context)).then((raw) => executor.read(raw, hook, event));
    return await Promise.race([work, ended]);
  } catch (error) {
    return threw(error);
  } finally {
    giveUp();
  }
}

function toRun(hook: AdmittedHook, result: HookResult, ms: number): HookRun {
  if (result.ok) return hookRun(hook, "background", ms);
  const { cause, message } = result.failure;
  return hookRun(hook, "failed", ms, { cause, detail: message, answered: "allow" });
}
