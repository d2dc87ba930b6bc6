/**
 * The command by which an agent calls us (core/hooks/own-command.ts recognises it). The string never changes once it is
 * written.
 */
import { join } from "node:path";

export function launcherPath(dataFolder: string): string {
  return join(dataFolder, "launch");
}

/** `holdSeconds`: how long the agent waits by the same entry. The daemon cannot know that from anything else. */
export function commandLine(launcher: string, agent: string, event: string, holdSeconds?: number): string {
  const wait = holdSeconds === undefined ? "" : ` --wait=${holdSeconds}`;
  return `${shellWord(launcher)} ${agent} ${event}${wait}`;
}

/** Agents show it to their model and to the user. Words and full stops only: it is quoted twice. */
const MISSING =
  "Snaphook is missing, so this call could not be checked. Run snaphook install, or remove its hooks from this agent.";

/**
 * The same for an event that can block a tool call. Most agents run the call if a hook cannot be started, so the line
 * itself blocks if the launcher is missing: exit code 2 with a text is a denial in every agent. Works in sh, bash, zsh
 * and fish.
 */
export function gateCommandLine(launcher: string, agent: string, event: string, holdSeconds?: number): string {
  const call = commandLine(launcher, agent, event, holdSeconds);
  return `test -x ${shellWord(launcher)} || exec sh -c 'echo "${MISSING}" >&2; exit 2'; exec ${call}`;
}

/** Quotes one shell word if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}

/** One shell word. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
