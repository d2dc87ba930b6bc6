/**
 * From whatever an agent, a config file or a person calls an event to the canonical name.
 * Spelling is folded first (case, kebab, snake, dots), so the table below only holds real synonyms.
 */

import { lookUp } from "../text/json.js";
import { NATIVE_NAMESPACES } from "./_namespaces.js";
import { EVENT_NAMES, type EventName } from "./events.js";

export { NATIVE_NAMESPACES };

export interface ResolvedEvent {
  /** Canonical name, or the namespaced name as written. */
  readonly name: EventName | `${string}:${string}`;
  /** Set for `cc:` and `pi:` names: the hook mounts on that agent only and gets its raw payload. */
  readonly nativeTo?: string;
}

/** The seven neutral `agent:*` names. */
const NEUTRAL: Readonly<Record<string, EventName>> = {
  pretool: "PreToolUse",
  posttool: "PostToolUse",
  sessionstart: "SessionStart",
  sessionend: "SessionEnd",
  precompact: "PreCompact",
  userprompt: "UserPromptSubmit",
  turnend: "Stop",
};

export const SYNONYMS: Readonly<Record<string, EventName>> = {
  // Opta
  toolpre: "PreToolUse",
  toolpost: "PostToolUse",
  promptpre: "UserPromptSubmit",
  turndone: "TurnEnd",
  compact: "PostCompact",
  // Arawn
  subagentstarted: "SubagentStart",
  // OAK endpoints
  promptsubmit: "UserPromptSubmit",
  beforeprompt: "UserPromptSubmit",
  afteragentthought: "AgentThought",
  // Agents
  beforetool: "PreToolUse",
  aftertool: "PostToolUse",
  beforeagent: "UserPromptSubmit",
  afteragent: "Stop",
  beforemodel: "PreModelRequest",
  aftermodel: "PostModelResponse",
  beforetoolselection: "PreToolSelection",
  precompress: "PreCompact",
  beforesubmitprompt: "UserPromptSubmit",
  userpromptsubmitted: "UserPromptSubmit",
  agentstop: "Stop",
  turnstarted: "TurnStart",
  erroroccurred: "Error",
};

const BY_FOLDED = new Map<string, EventName>([
  ...Object.entries(SYNONYMS),
  ...EVENT_NAMES.map((name) => [fold(name), name] as const),
]);

/** Folds case and separators: `pre-tool-use`, `PreToolUse` and `pre_tool_use` are one name. */
export function fold(name: string): string {
  return name.replace(/[-_.\s]/g, "").toLowerCase();
}

/** The canonical event behind a name, or undefined when nobody knows it. */
export function resolveEvent(name: string): ResolvedEvent | undefined {
  const colon = name.indexOf(":");
  if (colon < 0) {
    const known = BY_FOLDED.get(fold(name));
    return known === undefined ? undefined : { name: known };
  }
  const namespace = name.slice(0, colon).toLowerCase();
  const rest = name.slice(colon + 1);
  if (namespace === "" || rest === "") return undefined;
  if (namespace === "agent") {
    const neutral = lookUp(NEUTRAL, fold(rest));
    return neutral === undefined ? undefined : { name: neutral };
  }
  const nativeTo = lookUp(NATIVE_NAMESPACES, namespace);
  return nativeTo === undefined ? { name: `${namespace}:${rest}` } : { name: `${namespace}:${rest}`, nativeTo };
}

/** The namespaced name under which an agent's native event is hooked (`pi:tool_call`). */
export function nativeEventName(agent: string, event: string): `${string}:${string}` {
  for (const [prefix, name] of Object.entries(NATIVE_NAMESPACES)) {
    if (name === agent) return `${prefix}:${event}`;
  }
  return `${agent}:${event}`;
}

export function suggestEvents(name: string): string[] {
  return suggestNames(name, EVENT_NAMES);
}

/** Known names that are close to a misspelt one, best first. */
export function suggestNames(name: string, known: readonly string[]): string[] {
  const folded = fold(name);
  return known
    .map((candidate) => ({ candidate, distance: editDistance(folded, fold(candidate)) }))
    .filter(({ distance }) => distance <= Math.max(2, Math.floor(folded.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

export function editDistance(a: string, b: string): number {
  if (a.length > 64 || b.length > 64) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(row[j - 1]! + 1, previous[j]! + 1, swap);
    }
    previous = row;
  }
  return previous[b.length]!;
}
