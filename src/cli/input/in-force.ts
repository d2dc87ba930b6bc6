/** Whether a built-in acts in a folder. It loads no built-in. */
import { admit } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";

/** Entries of this folder that use it. */
export function usesOf(name: string, entries: readonly SourceEntry[]): SourceEntry[] {
  return entries.filter(({ hook: { run } }) => run.type === "function" && run.builtin?.name === name);
}

export function inForce(name: string, entries: readonly SourceEntry[]): "yes" | "watching" | "off" | "no" {
  const uses = usesOf(name, entries);
  const running = uses.filter((entry) => "admitted" in admit(entry));
  if (running.some(({ hook }) => hook.mode === "enforce")) return "yes";
  if (running.length > 0) return "watching";
  return uses.length > 0 ? "off" : "no";
}
