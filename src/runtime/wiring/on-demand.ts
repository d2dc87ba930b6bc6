/**
 * Events that are registered with an agent only once a hook needs them: the agent waits for every call, and no record
 * needs these. The first call whose plan contains such a hook registers the event; it then stays registered.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mountedEvents } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { nativeEventName } from "../../core/events/events.js";
import { admit } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { isRecord, parseObject } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";
import type { Plan } from "../../sources/compile/plan-file.js";

/** Native names of the on-demand events that hooks of this plan need. */
export function neededEvents(adapter: Adapter, { entries }: Pick<Plan, "entries">): string[] {
  return mountedEvents(adapter).flatMap(([name, { native, onDemand }]) => {
    if (onDemand === undefined) return [];
    const names = new Set<string>([name, nativeEventName(adapter.name, native)]);
    return entries.some((entry) => names.has(entry.hook.event) && isFor(entry, adapter)) ? [native] : [];
  });
}

function isFor(entry: SourceEntry, { name }: Adapter): boolean {
  const { agents } = entry.hook;
  return (agents === undefined || agents.includes(name)) && "admitted" in admit(entry);
}

/** Native names of the agent's registered on-demand events. */
export function demandedEvents(dataFolder: string, agent: string): ReadonlySet<string> {
  const names = readAll(dataFolder)[agent];
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
}

/** Throws on a disk error. Returns true if any of them is new. */
export function demandEvents(dataFolder: string, agent: string, events: readonly string[]): boolean {
  const known = demandedEvents(dataFolder, agent);
  if (events.every((event) => known.has(event))) return false;
  const all = { ...readAll(dataFolder), [agent]: [...new Set([...known, ...events])].sort() };
  writePrivateFile(demandFile(dataFolder), `${JSON.stringify(all, null, 2)}\n`, { durable: true });
  return true;
}

export function demandFile(dataFolder: string): string {
  return join(dataFolder, "on-demand.json");
}

function readAll(dataFolder: string): Readonly<Record<string, unknown>> {
  try {
    const all = parseObject(readFileSync(demandFile(dataFolder), "utf8"));
    return isRecord(all) ? all : {};
  } catch {
    return {}; // nothing was ever needed
  }
}
