/** Payloads as the released agents sent them to hooks, kept beside each adapter. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mountedEvents } from "../../src/adapters/_shared/event-table.js";
import type { Adapter } from "../../src/adapters/contract.js";
import type { JsonObject } from "../../src/core/text/json.js";

const ADAPTER_FOLDERS = join(import.meta.dirname, "../../src/adapters");

export interface Recorded {
  readonly file: string;
  /** The agent's own name of the event. */
  readonly event: string;
  readonly payload: JsonObject;
}

/** Files are named after the agent's event, with more words behind a dot where there are several of one event. */
export function recordedPayloads(adapter: Adapter, folders = ADAPTER_FOLDERS): Recorded[] {
  const folder = join(folders, adapter.name, "fixtures");
  const names = [...mountedEvents(adapter).map(([, { native }]) => native), ...Object.keys(adapter.alsoCalled ?? {})];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json") && !file.startsWith("_"))
    .map((file) => ({ file, event: eventOf(file, names), payload: readJson(join(folder, file)) }));
}

/** The environment that a hook was given, recorded beside the payloads. */
export function recordedEnvironment(agent: string, file: string): Record<string, string> {
  return readJson(join(ADAPTER_FOLDERS, agent, "fixtures", file)) as Record<string, string>;
}

function eventOf(file: string, names: readonly string[]): string {
  const fitting = names.filter((name) => file.startsWith(`${name}.`)).sort((one, other) => other.length - one.length);
  return fitting[0] ?? file.replace(/\.json$/, "");
}

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(file, "utf8"));
}
