/** Knows the command lines by which agents call us, so that one is never taken for a hook to run. Whole commands only. */

const LAUNCHER = /^(?:'((?:[^']|'\\'')+)'|([^\s'"\\$]+)) [a-z][a-z-]* \w+$/;
const PROGRAM = /\bsnaphook(\.cjs)?["']?\s+hook\s+[\w-]+\s+\w+/;

/** Exactly a launcher of ours with one agent and one event: what `install` writes and `uninstall` takes out. */
export function isLauncherCommand(command: unknown): boolean {
  const words = typeof command === "string" ? LAUNCHER.exec(command) : null;
  return words !== null && /(^|[\\/])snaphook[\\/]launch$/.test(words[1] ?? words[2]!);
}

/** Any way to call us as an agent does, the program by hand included. */
export function callsSnaphook(command: string): boolean {
  return isLauncherCommand(command) || PROGRAM.test(command);
}
