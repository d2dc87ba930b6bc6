/** A template and its agents as they are run: references are resolved, and everything was checked. */

export interface AgentDefinition {
  readonly name: string;
  /** Name of a profile; `__active__` stands for that of the thread. */
  readonly profile: string;
  /** Later steps of the agent continue the session of the first one. */
  readonly persistSession: boolean;
  /** Who it is; before the first prompt of a session. */
  readonly directive?: string;
  readonly systemPrompt?: string;
  readonly tools?: string;
  readonly promptTemplate: string;
  readonly stages: Readonly<Record<string, Stage>>;
  /** Undefined for an agent without stages. */
  readonly entryStage?: string;
}

export interface Stage {
  readonly promptTemplate: string;
}

export type Condition =
  | { readonly type: "always" }
  | { readonly type: "convergence"; readonly marker: string; readonly maxIterations: number }
  | { readonly type: "output_contains" | "output_not_contains"; readonly pattern: string };

export interface Endpoint {
  readonly agent: string;
  /** Undefined: any stage as the source, the entry stage as the target. */
  readonly stage?: string;
}

export interface Transition {
  readonly from: Endpoint;
  readonly to: Endpoint;
  readonly condition: Condition;
}

export interface Limits {
  readonly steps: number;
  readonly tokens: number;
  readonly costUsd?: number;
}

export interface Template {
  readonly name: string;
  readonly description: string;
  readonly agents: Readonly<Record<string, AgentDefinition>>;
  readonly transitions: readonly Transition[];
  readonly entryAgent: string;
  readonly entryStage?: string;
  readonly limits: Limits;
}

/** The profile of the thread. */
export const ACTIVE = "__active__";
export const MOST_STEPS = 12;
export const MOST_TOKENS = 2_000_000;
export const MOST_ITERATIONS = 3;

export function readEndpoint(text: string): Endpoint {
  const at = text.indexOf(":");
  return at < 0 ? { agent: text } : { agent: text.slice(0, at), stage: text.slice(at + 1) };
}

export function endpointText({ agent, stage }: Endpoint): string {
  return stage === undefined ? agent : `${agent}:${stage}`;
}

/** The stage that runs if an endpoint names none. */
export function stageFor(agent: AgentDefinition | undefined, stage: string | undefined): string | null {
  return stage ?? agent?.entryStage ?? null;
}
