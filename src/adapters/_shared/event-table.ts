/** Functions derived from an adapter's event table. */
import type { Capability } from "../../core/decision/capability.js";
import type { Decision } from "../../core/decision/decision.js";
import { type EventName, isEventName, resolveEvent } from "../../core/events/events.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import type { Adapter, AgentAbility, AgentEvent, MountedEvent } from "../contract.js";

/** Agents that accept a longer timeout are wired with this one where they can block a tool call: a person has 30 minutes. */
export const HELD_MS = 3_600_000;

type Tables = Pick<Adapter, "namespace" | "events" | "alsoCalled">;

export function on(native: string, ...can: readonly AgentAbility[]): MountedEvent {
  return { native, can };
}

export function absent(title: string): { readonly unsupported: string } {
  return { unsupported: `${title} has no such event` };
}

/** The canonical name of a native event; an unknown event keeps its name in the agent's namespace. */
export function canonicalEvent({ namespace, events, alsoCalled }: Tables, native: string): string {
  for (const [name, event] of Object.entries(events)) if ("native" in event && event.native === native) return name;
  const also = alsoCalled !== undefined && Object.hasOwn(alsoCalled, native) ? alsoCalled[native] : undefined;
  return also ?? resolveEvent(native)?.name ?? `${namespace}:${native}`;
}

export function mountedEvents({ events }: Pick<Adapter, "events">): [EventName, MountedEvent][] {
  return (Object.entries(events) as [EventName, AgentEvent][]).flatMap(([name, event]) =>
    "native" in event ? [[name, event] as [EventName, MountedEvent]] : [],
  );
}

/** All native names under which the agent may call, registered by us or by hand. */
export function nativeNames(adapter: Pick<Adapter, "events" | "alsoCalled">): string[] {
  const names = mountedEvents(adapter).map(([, { native }]) => native);
  return [...new Set([...names, ...Object.keys(adapter.alsoCalled ?? {})])];
}

/** Why an event never reaches this agent's hooks; undefined if it does. */
export function whyUnsupported(adapter: Pick<Adapter, "events" | "namespace" | "title">, event: string) {
  if (!isEventName(event))
    return event.startsWith(`${adapter.namespace}:`) ? undefined : `not an event of ${adapter.title}`;
  // AX-06: it follows a subagent's end, whatever reports that.
  const entry = adapter.events[event === "SubagentCompleted" ? "SubagentStop" : event];
  return "unsupported" in entry ? entry.unsupported : undefined;
}

/** True if a tool call can be blocked on this event. */
export function gatesTool(event: string): boolean {
  return event === "PreToolUse" || event === "PermissionRequest";
}

/** How long the agent waits for a hook on this event. */
export function waitMs({ events, waits }: Pick<Adapter, "events" | "waits">, event: string): number {
  const entry = isEventName(event) ? events[event] : undefined;
  return (entry !== undefined && "native" in entry ? entry.waitMs : undefined) ?? waits.usualMs;
}

/** What the agent can express on this event, in the permission mode of its payload. */
export function capabilityIn(adapter: Adapter, { name, payload }: HookEvent, presence: Presence): Capability {
  const can = adapter.capability(name, presence);
  const { asksInModes, title } = adapter;
  const mode = payload.permission_mode;
  if (!can.ask || !gatesTool(name) || asksInModes === undefined || (mode !== undefined && asksInModes.includes(mode)))
    return can;
  const noAskBecause =
    mode === undefined
      ? `${title} can ignore a question in some permission modes, and this call does not name its mode.`
      : `${title} can ignore a question in permission mode "${mode}".`;
  return { ...can, ask: false, noAskBecause };
}

/** What the agent can express of this decision: some rewrites have no form in its input. */
export function capabilityFor(adapter: Adapter, event: HookEvent, decision: Decision, presence: Presence): Capability {
  const can = capabilityIn(adapter, event, presence);
  return decision.input === undefined || canSayRewrite(adapter, event, decision) ? can : { ...can, rewrite: false };
}

/** On PermissionRequest agents use `updatedInput` only together with `allow`. */
function canSayRewrite(adapter: Adapter, event: HookEvent, { input, verdict }: Decision): boolean {
  if (event.name === "PermissionRequest" && verdict !== "allow") return false;
  return adapter.canRewrite?.(event, input!) ?? true;
}

export function capabilityOf({ events }: Pick<Adapter, "events">, event: string): Capability {
  const entry = isEventName(event) ? events[event] : undefined;
  const has = (ability: AgentAbility) => entry !== undefined && "native" in entry && entry.can.includes(ability);
  return {
    allow: has("allow"),
    ask: has("ask"),
    deny: has("deny"),
    rewrite: has("rewrite"),
    context: has("context"),
    replaceOutput: has("replaceOutput"),
    forceContinue: has("forceContinue"),
    stop: has("stop"),
    message: has("message"),
  };
}
