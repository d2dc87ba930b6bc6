/** The error for a name that does not exist, with the closest ones that do. */
import { ADAPTER_LOADERS } from "../../adapters/_lazy.js";
import { type Finding, finding } from "../../core/errors.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { didYouMean } from "../../core/text/suggest.js";

export function unknownAgent(name: string): Finding {
  const known = Object.keys(ADAPTER_LOADERS);
  return finding("AGENT_UNKNOWN", `Unknown agent "${name}".${didYouMean(name, known)} Agents: ${known.join(", ")}.`);
}

export function unknownHook(id: string, entries: readonly SourceEntry[]): Finding {
  const known = [...new Set(entries.map(({ hook }) => hook.id))];
  return finding("HOOK_NOT_FOUND", `No hook "${id}" applies here.${didYouMean(id, known)}`);
}
