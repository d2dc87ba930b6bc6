import { hooksOf } from "./run-thread.js";
import { ACTIVE, stageFor, type Template } from "./template.js";
import type { Thread } from "./types.js";

export interface NewThread {
  readonly id: string;
  readonly message: string;
  readonly source: string;
  readonly cwd: string;
  readonly profile: string;
  readonly artifactPath: string;
  readonly now: Date;
}

/** A thread before its first step. */
export function newThread(
  template: Template,
  { id, message, source, cwd, profile, artifactPath, now }: NewThread,
): Thread {
  const agents = Object.values(template.agents);
  return {
    id,
    templateName: template.name,
    source,
    status: "running",
    userMessage: message,
    cwd,
    activeProfile: profile,
    artifactPath,
    position: hooksOf("start"),
    activeAgent: template.entryAgent,
    activeStage: stageFor(template.agents[template.entryAgent], template.entryStage),
    previousAgent: null,
    slots: Object.fromEntries(
      agents.map((one) => [one.name, { profile: one.profile === ACTIVE ? profile : one.profile }]),
    ),
    steps: [],
    iterationCounts: {},
    totalCostUsd: 0,
    totalTokens: 0,
    notes: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
}
