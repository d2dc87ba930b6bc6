/** Our entries in an agent's file now, and whether they are unchanged. */
import type { WiredCall } from "../../../adapters/contract.js";
import { isLauncherCommand } from "../../../core/hooks/own-command.js";
import { canonicalJson, isRecord, type JsonObject } from "../../../core/text/json.js";
import type { FoundCall } from "./editor.js";
import { ownPlaces } from "./own-entries.js";

interface Entry {
  readonly event: string;
  readonly entry: JsonObject;
  readonly matcher?: unknown;
}

type Written = (call: WiredCall) => JsonObject;

export function foundIn(hooks: JsonObject, calls: readonly WiredCall[], written: Written): FoundCall[] {
  const own = ownPlaces(hooks).map((place) => foundEntry(place, calls, written));
  const strange = calls.flatMap(({ event, command }) => {
    const launcher = command.slice(0, command.indexOf("/launch") + "/launch".length);
    const bent = textsIn(hooks[event]).find((text) => text.includes(launcher) && !isLauncherCommand(text));
    return bent === undefined ? [] : [{ event, altered: `its command has become ${JSON.stringify(bent)}` }];
  });
  return [...own, ...strange];
}

export function foundEntry({ event, entry, matcher }: Entry, calls: readonly WiredCall[], written: Written): FoundCall {
  const command = Object.values(entry).find(isLauncherCommand) as string;
  const altered = changeOf(
    entry,
    matcher,
    calls.find((call) => call.event === event),
    written,
  );
  return { event, command, ...(altered === undefined ? {} : { altered }) };
}

function changeOf(entry: JsonObject, matcher: unknown, call: WiredCall | undefined, written: Written) {
  if (matcher !== undefined) return `it is narrowed by the matcher ${JSON.stringify(matcher)}`;
  if (call === undefined) return "it is under the wrong event";
  const wanted = written(call);
  // Earlier versions wrote the same without the part that makes the agent block, or with the usual timeout.
  const before = written({ ...call, gates: false });
  const earlier = { ...call, ...call.earlier };
  if (
    [wanted, before, written(earlier), written({ ...earlier, gates: false })].some(
      (one) => canonicalJson(one) === canonicalJson(entry),
    )
  )
    return undefined;
  const keys = [...new Set([...Object.keys(entry), ...Object.keys(wanted)])];
  const other = keys.filter((key) => canonicalJson([entry[key] ?? null]) !== canonicalJson([wanted[key] ?? null]));
  return `${other.map((key) => `\`${key}\``).join(", ")} ${other.length === 1 ? "is" : "are"} not as written`;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return inner.flatMap(textsIn);
}
