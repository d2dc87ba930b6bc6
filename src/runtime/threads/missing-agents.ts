/** Agents of a template whose programs are not on this machine: said before the first one does its part of the work. */
import { type Finding, finding } from "../../core/errors.js";
import type { Registry } from "../../threads/registry.js";
import { ACTIVE, type Template } from "../../threads/template.js";
import { findProgram, isProgram } from "./agent-process.js";
import { DRIVEN_AGENTS } from "./drives.js";

export function missingAgents(
  { agents }: Template,
  { profiles }: Registry,
  activeProfile: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const names = new Set(Object.values(agents).map(({ profile }) => (profile === ACTIVE ? activeProfile : profile)));
  return [...names].flatMap((name) => {
    const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (profile === undefined) return [];
    const { agent, program } = profile;
    const usual = DRIVEN_AGENTS[agent]!.program;
    if (program === undefined ? findProgram(usual, environment["PATH"] ?? "") !== undefined : isProgram(program))
      return [];
    const what = program === undefined ? `\`${usual}\` was not found in PATH` : `${program} is not a program`;
    return [finding("THREAD_AGENT_MISSING", `the template needs ${agent} for profile "${name}", and ${what}`)];
  });
}
