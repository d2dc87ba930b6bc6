/** The command an agent is given to call us, and how we know it again. The string never changes once it is written. */
import { basename, dirname, join } from "node:path";

export function launcherPath(dataFolder: string): string {
  return join(dataFolder, "launch");
}

export function commandLine(launcher: string, agent: string, event: string): string {
  return `${quote(launcher)} ${agent} ${event}`;
}

/** An entry is ours when its command is exactly a launcher of ours with one agent and one event. */
export function isOwnCommand(command: unknown): boolean {
  if (typeof command !== "string") return false;
  const words = /^(?:'((?:[^']|'\\'')+)'|([^\s'"\\$]+)) ([a-z][a-z-]*) (\w+)$/.exec(command);
  if (words === null) return false;
  const launcher = (words[1] ?? words[2]!).replaceAll("'\\''", "'");
  return basename(launcher) === "launch" && basename(dirname(launcher)) === "snaphook";
}

function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
