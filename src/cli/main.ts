/** Finds the command, parses its options, runs it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Finding, finding } from "../core/errors.js";
import { escapeUnseen } from "../core/text/json.js";
import { didYouMean } from "../core/text/suggest.js";
import { currentFolder, findPlaces, packageVersion } from "../runtime/platform/paths.js";
import { useInstallKey } from "../runtime/platform/redaction-tags.js";
import { COMMANDS } from "./_registry.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "./command.js";
import { commandHelp, overview, shownCommands } from "./help.js";
import { terminalPerson } from "./human/terminal-person.js";
import { jsonText, refuse, safeName } from "./output/print.js";
import { divertPrints, whenUsed, writeOut } from "./output/stdout.js";
import { outputWidth } from "./output/terminal.js";
import { wrapText } from "./output/text-width.js";
import { withoutControls } from "./output/visible-text.js";

const COMMON = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  "no-color": { type: "boolean" },
} as const;

export async function main(argv: readonly string[], program: string): Promise<number> {
  // A reader that closes the pipe early is not an error.
  whenUsed((stdout) => {
    stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? OK : PROBLEMS));
  });
  const [name = "help", ...args] = argv;
  const misuse = (text: string) => misused(text, args.includes("--json"));
  if (name === "help" || name === "--help" || name === "-h") return help(args);
  if (name === "--version" || name === "-v" || name === "version") return print(packageVersion());
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) return misuse(await unknownCommand(name));
  const command = (await load()).default;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(command, args);
  } catch (error) {
    return misuse(`${wrongOption(error as NodeJS.ErrnoException, command)} See \`snaphook ${name} --help\`.`);
  }
  // `no-color` is read where colours are printed.
  const { help: wantsHelp, json = false, "no-color": _, ...flags } = parsed.values as Record<string, never>;
  if (wantsHelp) return print(commandHelp(name, command));
  const extra = extraArgument(command, parsed.positionals);
  if (extra !== undefined)
    return misuse(`unexpected argument "${extra}". Usage: snaphook ${name} ${command.usage}`.trim());
  // Commands escape control characters themselves; this catches what one of them forgets.
  const raw = (text: string) => writeOut(`${json ? escapeUnseen(text) : withoutControls(text)}\n`);
  const out = (text: string) => raw(json ? text : wrapText(text, outputWidth()));
  const places = findPlaces(process.env);
  const call: Call = {
    name,
    args: parsed.positionals,
    flags,
    json,
    cwd: currentFolder(),
    environment: process.env,
    places,
    program,
    person: terminalPerson({ environment: process.env, json, out, places, command: name }),
    out,
    raw,
    err: (text) => process.stderr.write(`${withoutControls(wrapText(text, outputWidth(process.stderr)))}\n`),
  };
  useInstallKey(call.places.data);
  const problem = (await wrongDialect(call.flags["dialect"])) ?? (await wrongAgent(call)) ?? missingConfig(call);
  const refused = problem ?? (await agentLoosens(command, call));
  if (refused !== undefined) {
    refuse(call, refused);
    return problem === undefined ? PROBLEMS : MISUSE;
  }
  divertPrints();
  return command.run(call);
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

async function help(args: readonly string[]): Promise<number> {
  const [name, extra] = args.filter((arg) => arg !== "--all");
  if (extra !== undefined) return misused(`unexpected argument "${extra}". Usage: snaphook help [COMMAND] [--all]`);
  if (name === undefined) return print(await overview(args.includes("--all")));
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return load === undefined ? misused(await unknownCommand(name)) : print(commandHelp(name, (await load()).default));
}

async function unknownCommand(name: string): Promise<string> {
  return `unknown command "${name}".${didYouMean(name, await shownCommands())} See \`snaphook help\`.`;
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

function print(text: string): number {
  writeOut(`${text}\n`);
  return OK;
}

/** For errors before there is a `Call`. */
function misused(text: string, asJson = false): number {
  if (asJson) writeOut(`${jsonText({ error: finding("USAGE", text) }, 2)}\n`);
  else process.stderr.write(`${wrapText(`snaphook: ${safeName(text)}`, outputWidth(process.stderr))}\n`);
  return MISUSE;
}
