/**
 * Recognises the command lines by which agents call us, so that they are never loaded as hooks. Matches whole commands
 * only.
 */

const LAUNCHER = /^(?:'((?:[^']|'\\'')+)'|([^\s'"\\$]+)) [a-z][a-z-]* \w+(?: --wait=\d{1,5})?$/;
/** The same with a check that the launcher exists, for events that can block a tool call. */
const GATE = /^test -x ('(?:[^']|'\\'')+'|[^\s'"\\$]+) \|\| exec sh -c 'echo "[\w ,.]+" >&2; exit 2'; exec (.+)$/;
const PROGRAM = /\bsnaphook(\.cjs)?["']?\s+hook\s+[\w-]+\s+\w+/;

/** Exactly our launcher with one agent and one event: what `install` writes and `uninstall` removes. */
export function isLauncherCommand(command: unknown): boolean {
  return typeof command === "string" && launcherIn(command) !== undefined;
}

/** The launcher in such a command line. */
export function launcherIn(command: string): string | undefined {
  const [, checked, call = command] = GATE.exec(command) ?? [];
  if (checked !== undefined && !call.startsWith(`${checked} `)) return undefined;
  const words = LAUNCHER.exec(call);
  const path = words?.[1]?.replaceAll("'\\''", "'") ?? words?.[2];
  return path !== undefined && /(^|[\\/])snaphook[\\/]launch$/.test(path) ? path : undefined;
}

/** Any command by which an agent may call us, including a direct call of the program. */
export function callsSnaphook(command: string): boolean {
  return isLauncherCommand(command) || PROGRAM.test(command);
}
