/** Runs one of your hooks in a test: matched, timed and merged as in production. */
import type { Decision } from "../core/decision/decision.js";
import type { CustomEventName } from "../core/events/events.js";
import { resolveEvent } from "../core/events/events.js";
import type { DefinedHook } from "../core/hooks/define.js";
import type { StatePort } from "../core/ports.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import { createHooks, type FireHooksOptions } from "../runtime/compose/create-hooks.js";

/** Options of `runHook`. */
export interface RunHookOptions extends FireHooksOptions {
  /** Pass the same one to several calls to test `once` and forced continues (default: fresh state). */
  readonly state?: StatePort;
}

/** Fires the hook's event with only this hook and returns the decision. */
export async function runHook(
  definition: DefinedHook,
  payload: object,
  options: RunHookOptions = {},
): Promise<Decision> {
  const { state, ...fire } = options;
  const hooks = createHooks({ hooks: [definition], ...(state === undefined ? {} : { state }) });
  const agent = options.agent ?? resolveEvent(definition.event)?.nativeTo;
  try {
    const call = agent === undefined ? fire : { ...fire, agent };
    return await hooks.fire(definition.event as CustomEventName, payload as JsonObject, call);
  } finally {
    await hooks.close();
  }
}

/**
 * A rewrite may receive its own output again: a retry, a second delivery, another agent. Rejects, and shows both
 * inputs, if the hook changes its own output.
 */
export async function checkIdempotentRewrite(
  definition: DefinedHook,
  payload: object,
  options?: RunHookOptions,
): Promise<void> {
  const once = rewritten(definition, await runHook(definition, payload, options));
  if (once === undefined) return;
  const twice = rewritten(definition, await runHook(definition, { ...payload, tool_input: once }, options));
  if (twice === undefined) return;
  throw new Error(
    `${nameOf(definition)} changes its own output again:\n  first  ${JSON.stringify(once)}\n  second ${JSON.stringify(twice)}`,
  );
}

function rewritten(definition: DefinedHook, { input, hooks }: Decision): JsonObject | undefined {
  const failed = hooks.find(({ outcome }) => outcome === "failed");
  if (failed) throw new Error(`${nameOf(definition)} failed (${failed.cause}): ${failed.detail}`);
  return isRecord(input) ? input : undefined;
}

function nameOf({ id, event }: DefinedHook): string {
  return `The hook ${id === undefined ? `on ${event}` : `"${id}"`}`;
}
