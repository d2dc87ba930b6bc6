/**
 * Compares hook timeouts with the agents' timeouts. A hook with a longer timeout is terminated early and applies its
 * failure contract, which its author does not expect.
 */
import { waitMs, whyUnsupported } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { runsInBackground } from "../../core/hooks/admission.js";
import type { HookSpec, SourceEntry } from "../../core/hooks/hook.js";
import { lookUp } from "../../core/text/json.js";
import { FUNCTION_TIMEOUT_MS } from "../../sources/code/function-hooks.js";
import { LOADERS } from "../../sources/dialects/_loaders.js";
import { beforeLimit } from "../call/prepare.js";

export function timeoutsOverWait(entries: readonly SourceEntry[], adapters: readonly Adapter[]): Finding[] {
  return entries
    .filter(({ hook }) => hook.enabled && !runsInBackground(hook) && isChosen(hook))
    .flatMap(({ hook, source }) => {
      const short = adapters
        .filter((adapter) => reaches(hook, adapter) && waitMs(adapter, hook.event) <= hook.timeoutMs)
        .map((adapter) => `${adapter.title} waits ${seconds(waitMs(adapter, hook.event))}`);
      if (short.length === 0) return [];
      const what = `"${hook.id}" may take ${seconds(hook.timeoutMs)} on ${hook.event}, but ${short.join(", ")}`;
      return [finding("TIMEOUT_OVER_WAIT", what, source.path === undefined ? {} : { file: source.path })];
    });
}

/** S20-19: a question ends before the launcher does, and the launcher before the agent, as `install` wires it. */
export function questionsOverWait(waitMinutes: number, adapters: readonly Adapter[], file: string): Finding[] {
  const short = adapters.flatMap(({ title, waits: { heldMs } }) =>
    heldMs !== undefined && beforeLimit(heldMs) <= waitMinutes * 60_000 ? [`${title} waits ${seconds(heldMs)}`] : [],
  );
  if (short.length === 0) return [];
  const what = `\`approvals.waitMinutes\` is ${waitMinutes} (${seconds(waitMinutes * 60_000)}), but ${short.join(", ")}`;
  return [finding("TIMEOUT_OVER_WAIT", what, { file })];
}

/** Default timeouts are not reported. */
function isChosen({ dialect, timeoutMs }: HookSpec): boolean {
  const usual = lookUp(LOADERS, dialect)?.usualTimeoutsMs ?? [];
  return !usual.includes(timeoutMs) && timeoutMs !== FUNCTION_TIMEOUT_MS;
}

/** An agent that runs the hooks of this file itself does not wait for us. */
function reaches({ agents, nativeTo, event, runBy }: HookSpec, adapter: Adapter): boolean {
  if (runBy?.includes(adapter.name)) return false;
  const wanted = nativeTo === undefined ? agents : [nativeTo];
  return (wanted === undefined || wanted.includes(adapter.name)) && whyUnsupported(adapter, event) === undefined;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
