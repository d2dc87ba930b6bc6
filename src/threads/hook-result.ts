/** What a hook's answer asks for (OU-22): a turn of an agent of the thread, or of a new one. */
import { isRecord } from "../core/text/json.js";
import { ACTIVE, type Template } from "./template.js";
import type { HookTurn, Phase, Thread } from "./types.js";

/** A longer prompt is a mistake of the hook. */
const LONGEST_PROMPT = 200_000;

/** `insertAgent` uses this slot: it has no session of its own in the thread. */
export function hookSlot(phase: Phase): string {
  return `hook:${phase}`;
}

/** Undefined if no agent is asked. */
export function readHookResult(
  value: unknown,
  phase: Phase,
  template: Template,
): HookTurn | { readonly problem: string } | undefined {
  if (!isRecord(value)) return undefined;
  const { insertAgent, targetAgent, prompt, profile, directive } = value;
  if (targetAgent === undefined && insertAgent !== true) return undefined;
  if (typeof prompt !== "string" || prompt.trim() === "") return undefined;
  if (prompt.length > LONGEST_PROMPT)
    return { problem: `its prompt has ${prompt.length} characters; ${LONGEST_PROMPT} are allowed` };
  const text = typeof directive === "string" && directive !== "" ? `${directive}\n\n${prompt}` : prompt;
  if (targetAgent === undefined) {
    const named = typeof profile === "string" && profile !== "" ? profile : ACTIVE;
    return { slot: hookSlot(phase), profile: named, prompt: text, sameSession: false };
  }
  const slot = String(targetAgent);
  const agent = Object.hasOwn(template.agents, slot) ? template.agents[slot] : undefined;
  // Its session belongs to its own profile.
  if (agent !== undefined) return { slot, profile: agent.profile, prompt: text, sameSession: true };
  return { problem: `\`targetAgent\` is "${slot}"; this thread has ${Object.keys(template.agents).join(", ")}` };
}

/** Cortex's name of the trigger: hooks of its registry match it. */
const TASK = "task-dispatch";

export interface HookFacts {
  readonly artifactContent: string;
  readonly isAborted: boolean;
  /** Name or path of the project. */
  readonly project: string;
}

/** What hooks read on stdin (IN-18). */
export function hookContext(thread: Thread, phase: Phase, { artifactContent, isAborted, project }: HookFacts) {
  const ofTask = thread.taskId !== undefined;
  return {
    threadId: thread.id,
    templateName: thread.templateName,
    phase,
    currentStepIndex: thread.steps.length,
    steps: thread.steps,
    activeAgent: thread.activeAgent,
    // No agent follows at the end: the previous one is the last one.
    previousAgent: phase === "end" ? thread.activeAgent : thread.previousAgent,
    artifactContent,
    userMessage: thread.userMessage,
    totalCostUsd: thread.totalCostUsd,
    pendingControlAction: isAborted ? "abort" : null,
    source: ofTask ? TASK : null,
    project,
    projectId: project,
    taskId: thread.taskId ?? null,
    taskProject: ofTask ? project : null,
  };
}
