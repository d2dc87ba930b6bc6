/** Knows the command lines by which agents call us, so that one is never taken for a hook to run. Whole commands only. */

const LAUNCHER = /^(?:'((?:[^']|'\\'')+)'|([^\s'"\\$]+)) [a-z][a-z-]* \w+$/;
/** The same behind a check that the launcher is there, for events that can hold back a tool call. */
const GATE = /^test -x ('(?:[^']|'\\'')+'|[^\s'"\\$]+) \|\| exec sh -c 'echo "[\w ,.]+" >&2; exit 2'; exec (.+)$/;
const PROGRAM = /\bsnaphook(\.cjs)?["']?\s+hook\s+[\w-]+\s+\w+/;

/** Exactly a launcher of ours with one agent and one event: what `install` writes and `uninstall` takes out. */
export function isLauncherCommand(command: unknown): boolean {
  return typeof command === "string" && launcherIn(command) !== undefined;
}

/** The launcher that such a command line runs. */
export function launcherIn(command: string): string | undefined {
  const [, checked, call = command] = GATE.exec(command) ?? [];
  if (checked !== undefined && !call.startsWith(`${checked} `)) return undefined;
  const words = LAUNCHER.exec(call);
  const path = words?.[1]?.replaceAll("'\\''", "'") ?? words?.[2];
  return path !== undefined && /(^|[\\/])snaphook[\\/]launch$/.test(path) ? path : undefined;
}

/** Any way to call us as an agent does, the program by hand included. */
export function callsSnaphook(command: string): boolean {
  return isLauncherCommand(command) || PROGRAM.test(command);
}
