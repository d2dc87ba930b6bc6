/** Agents of a template whose programs are not on this machine: said before the first one does its part of the work. */
import { type Finding, finding } from "../../core/errors.js";
import type { Registry } from "../../threads/registry.js";
import { ACTIVE, type Template } from "../../threads/template.js";
import { findProgram, isProgram } from "./agent-process.js";
import { DRIVEN_AGENTS } from "./drives.js";

type Environment = Readonly<Record<string, string | undefined>>;

export function missingAgents(
  { agents }: Template,
  registry: Registry,
  activeProfile: string,
  environment: Environment,
): readonly Finding[] {
  const names = new Set(Object.values(agents).map(({ profile }) => (profile === ACTIVE ? activeProfile : profile)));
  return [...names].flatMap((name) => {
    const problem = profileProblem(name, registry, environment);
    return problem === undefined ? [] : [finding("THREAD_AGENT_MISSING", `the template cannot run: ${problem}`)];
  });
}

/** Why no agent can be started with this profile. */
export function profileProblem(name: string, { profiles }: Registry, environment: Environment): string | undefined {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) return `there is no profile "${name}"; profiles: ${Object.keys(profiles).join(", ")}`;
  const { agent, program } = profile;
  const needs = `profile "${name}" needs ${agent}, and`;
  if (program !== undefined) return isProgram(program) ? undefined : `${needs} ${program} is not a program`;
  const usual = DRIVEN_AGENTS[agent]!.program;
  const isFound = findProgram(usual, environment["PATH"] ?? "") !== undefined;
  return isFound ? undefined : `${needs} \`${usual}\` was not found in PATH`;
}
