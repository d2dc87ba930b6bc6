/** The command an agent is given to call us (core/hooks/own-command.ts knows it again). The string never changes once it is written. */
import { join } from "node:path";

export function launcherPath(dataFolder: string): string {
  return join(dataFolder, "launch");
}

export function commandLine(launcher: string, agent: string, event: string): string {
  return `${shellWord(launcher)} ${agent} ${event}`;
}

/** As one word of a shell, quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}

/** As one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
