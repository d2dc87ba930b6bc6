/** One command line: parsed, checked, run. The program's own arguments and the actions of the menu pass here alike. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Finding, finding } from "../core/errors.js";
import { didYouMean } from "../core/text/suggest.js";
import { type Call, type Command, MISUSE, PROBLEMS } from "./command.js";
import { terminalPerson } from "./human/terminal-person.js";
import { finishUnread } from "./output/lost-output.js";
import { refuse } from "./output/print.js";

const COMMON = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  "no-color": { type: "boolean" },
} as const;

export interface ParsedLine extends Pick<Call, "name" | "args" | "flags" | "json"> {
  readonly command: Command;
  readonly help: boolean;
}

/** Where a command runs, and where it prints. */
export type Surface = Pick<Call, "cwd" | "environment" | "places" | "program" | "out" | "raw" | "err">;

export function parseLine(
  name: string,
  command: Command,
  args: readonly string[],
): ParsedLine | { readonly misuse: string } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(command, args);
  } catch (error) {
    return { misuse: `${wrongOption(error as NodeJS.ErrnoException, command)} See \`snaphook ${name} --help\`.` };
  }
  // `no-color` is read where colours are printed.
  const { help = false, json = false, "no-color": _, ...flags } = parsed.values as Record<string, never>;
  const extra = help ? undefined : extraArgument(command, parsed.positionals);
  if (extra !== undefined)
    return { misuse: `unexpected argument "${extra}". Usage: snaphook ${name} ${command.usage}`.trim() };
  return { name, command, args: parsed.positionals, flags, json, help };
}

/** Who may make the call is asked here, so that no caller can leave it out. */
export async function runLine({ command, name, args, flags, json }: ParsedLine, surface: Surface): Promise<number> {
  const { environment, out, places } = surface;
  const person = terminalPerson({ environment, json, out, places, command: name });
  const call: Call = { ...surface, name, args, flags, json, person };
  const problem = (await wrongDialect(flags["dialect"])) ?? (await wrongAgent(call)) ?? missingConfig(call);
  const refused = problem ?? (await agentLoosens(command, call));
  if (refused === undefined) return command.endsUnread ? command.run(call) : finishUnread(() => command.run(call));
  refuse(call, refused);
  return problem === undefined ? PROBLEMS : MISUSE;
}

async function agentLoosens(command: Command, call: Call): Promise<Finding | undefined> {
  const who = command.loosens?.(call);
  if (who === undefined) return undefined;
  const checked = await (who === "person" ? call.person.isPerson() : call.person.isNoAgent());
  return checked.yes ? undefined : checked.why;
}

/** A file given with `--config` must exist: nothing is decided without it. */
function missingConfig({ cwd, flags }: Call): Finding | undefined {
  const missing = ((flags["config"] ?? []) as readonly string[]).find((file) => !existsSync(resolve(cwd, file)));
  return missing === undefined ? undefined : finding("CONFIG_UNREADABLE", "the file does not exist", { file: missing });
}

function parse(command: Command, args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: { ...COMMON, ...command.options },
    allowPositionals: true,
    strict: true,
  });
}

async function wrongDialect(name: Call["flags"][string]): Promise<Finding | undefined> {
  if (typeof name !== "string") return undefined;
  const { PROFILES } = await import("../sources/dialects/_profiles.js");
  if (Object.hasOwn(PROFILES, name)) return undefined;
  const known = Object.keys(PROFILES);
  return finding(
    "DIALECT_UNKNOWN",
    `Unknown dialect "${name}".${didYouMean(name, known)} Dialects: ${known.join(", ")}.`,
  );
}

async function wrongAgent({ flags: { agent } }: Call): Promise<Finding | undefined> {
  if (typeof agent !== "string") return undefined;
  return (await import("./input/misspelt-agent.js")).misspeltAgent(agent);
}

/** What `parseArgs` has against the options. */
function wrongOption({ code, message }: NodeJS.ErrnoException, command: Command): string {
  const [, option] = /'(-[^' ]*)/.exec(message) ?? [];
  if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION" || option === undefined) return `${message.split(". ")[0]}.`;
  const known = Object.keys({ ...COMMON, ...command.options }).map((name) => `--${name}`);
  return `unknown option ${option}.${option.startsWith("--") ? didYouMean(option, known) : ""}`;
}

function extraArgument({ arguments: taken = [] }: Command, given: readonly string[]): string | undefined {
  return taken.at(-1)?.many === true ? undefined : given[taken.length];
}
