/** Cortex's names: lifecycle phases, session triggers, backends. Without imports: profile and loader share it. */

/** Key in a thread template's `hooks` → phase. The event is `cortex:thread.<phase>`. */
export const THREAD_PHASES: Readonly<Record<string, string>> = {
  onStart: "start",
  onTransition: "transition",
  onEnd: "end",
};

/** Key in session-hooks.json → trigger. The event is `cortex:session.<trigger>`. */
export const SESSION_TRIGGERS: Readonly<Record<string, string>> = {
  onNew: "new",
  onMessageEnd: "messageEnd",
};

export const THREAD_EVENT = "cortex:thread.";
export const SESSION_EVENT = "cortex:session.";

/** After each message of an agent. */
export const MESSAGE_END = `${SESSION_EVENT}messageEnd`;

/** Backend of a registry entry → agent. */
export const BACKENDS = { claude: "claude-code", pi: "pi" } as const;

export const EVENT_NAMESPACES = ["agent", "cc", "pi", "cortex"];

/** Server events run in Cortex itself, for a thread, a session or the whole server. */
export function isServerEvent(event: string): boolean {
  return event.startsWith("cortex:");
}

/** The result kind that an event supports besides "none", as in a registry entry. */
export function resultKindOf(event: string): "hook-result" | "stdout-as-prompt" | undefined {
  if (event.startsWith(THREAD_EVENT)) return "hook-result";
  return event.startsWith(SESSION_EVENT) ? "stdout-as-prompt" : undefined;
}
