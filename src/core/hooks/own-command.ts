/** Knows the command lines by which agents call us, so that one is never taken for a hook to run. Whole commands only. */

const LAUNCHER = /^(?:'((?:[^']|'\\'')+)'|([^\s'"\\$]+)) [a-z][a-z-]* \w+$/;
const PROGRAM = /\bsnaphook(\.cjs)?["']?\s+hook\s+[\w-]+\s+\w+/;

/** Exactly a launcher of ours with one agent and one event: what `install` writes and `uninstall` takes out. */
export function isLauncherCommand(command: unknown): boolean {
  return typeof command === "string" && launcherIn(command) !== undefined;
}

/** The launcher that such a command line runs. */
export function launcherIn(command: string): string | undefined {
  const words = LAUNCHER.exec(command);
  const path = words?.[1]?.replaceAll("'\\''", "'") ?? words?.[2];
  return path !== undefined && /(^|[\\/])snaphook[\\/]launch$/.test(path) ? path : undefined;
}

/** Any way to call us as an agent does, the program by hand included. */
export function callsSnaphook(command: string): boolean {
  return isLauncherCommand(command) || PROGRAM.test(command);
}
