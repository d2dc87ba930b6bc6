/** Interpreters and package managers that start a tool by file or name. `shell/` unwraps other wrappers. */
import type { Invocation } from "../model/invocation.js";

/** Words to skip after each: they only mean "run". */
const LAUNCHERS: Readonly<Record<string, readonly string[]>> = {
  pnpm: [],
  yarn: ["run"],
  bun: ["run"],
  python: ["-m"],
  python3: ["-m"],
  py: ["-m"],
  php: [],
  node: [],
  ruby: [],
  java: ["-jar"],
};

export const LAUNCHER_NAMES = Object.keys(LAUNCHERS);

/** The started program as an invocation; undefined if unknown. */
export function launched(invocation: Invocation): Invocation | undefined {
  const skipped = LAUNCHERS[invocation.program!];
  if (skipped === undefined) return undefined;
  const { args } = invocation;
  let at = 0;
  while (at < args.length && (args[at]!.text.startsWith("-") || skipped.includes(args[at]!.text))) at++;
  const name = args[at];
  if (name === undefined || !name.known) return undefined;
  const program = name.text.slice(name.text.lastIndexOf("/") + 1);
  if (program === "") return undefined;
  // `bfg-1.14.0.jar` is `bfg`.
  const jar = /^([a-z][a-z-]{0,40}?)(?:-\d[\w.]{0,20})?\.jar$/.exec(program)?.[1];
  if (jar !== undefined && jar !== "jenkins-cli")
    return { ...invocation, program: jar, name, args: args.slice(at + 1) };
  return { ...invocation, program, name, args: args.slice(at + 1) };
}
