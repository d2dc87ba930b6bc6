/** What `agents` and `doctor` both say about an agent. */
import type { Adapter } from "../../adapters/contract.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { wiredState } from "../../runtime/wiring/wire.js";
import type { Call } from "../command.js";
import { inForce } from "../input/in-force.js";
import { type Scope, wirePlaces } from "./known-agents.js";

export type WiredHow = "no" | "yes" | "out of date" | "unreadable";

export function wiredHow(adapter: Adapter, call: Call, scope: Scope): WiredHow {
  const states = wirePlaces(adapter, call, scope).map(wiredState);
  if (states.some(({ problem }) => problem !== undefined)) return "unreadable";
  if (states.every(({ count }) => count === 0)) return "no";
  return states.every(({ current }) => current) ? "yes" : "out of date";
}

/** What becomes of tool calls without our launcher. A version that was not checked may do anything. */
export type WithoutLauncher = "blocks" | "goes on" | "unknown";

export function launcherGoneIn({ failures, versions }: Adapter, version: string | undefined): WithoutLauncher {
  if (failures.launcherGone === "goes on") return "goes on";
  return version !== undefined && versions.includes(version) ? "blocks" : "unknown";
}

/** What its hooks never see, in words. `entries`: the hooks that apply here. */
export function gapsOf(adapter: Adapter, entries: readonly SourceEntry[]): readonly string[] {
  return [...(adapter.notCovered ?? []), ...unseenInputOf(adapter, entries)];
}

/** At most one gap: its model types into running programs without a hook being asked. */
export function unseenInputOf({ unseenInput }: Adapter, entries: readonly SourceEntry[]): readonly string[] {
  if (unseenInput === undefined) return [];
  const help =
    inForce("protect-commands", entries) === "yes"
      ? "protect-commands asks before a shell or REPL starts"
      : "protect-commands is not in force and does not ask before a shell or REPL starts";
  return [`input that the model types into a running program with ${unseenInput}; ${help}`];
}
