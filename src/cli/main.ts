/** Finds the command, parses its flags, runs it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Finding, finding } from "../core/errors.js";
import { editDistance } from "../core/events/events.js";
import { escapeUnseen } from "../core/text/json.js";
import { currentFolder, findPlaces, packageVersion } from "../runtime/platform/paths.js";
import { useInstallKey } from "../runtime/platform/redaction-tags.js";
import { COMMANDS } from "./_registry.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "./command.js";
import { commandHelp, overview } from "./help.js";
import { terminalPerson } from "./human/terminal-person.js";
import { jsonText, refuse, safeName } from "./output/print.js";
import { withoutControls } from "./output/visible-text.js";

const COMMON = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

export async function main(argv: readonly string[], program: string): Promise<number> {
  // Whoever reads our output may stop reading; that is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? OK : PROBLEMS));
  const [name = "help", ...args] = argv;
  const misuse = (text: string) => misused(text, args.includes("--json"));
  if (name === "help" || name === "--help" || name === "-h") return help(args[0]);
  if (name === "--version" || name === "-v" || name === "version") return print(packageVersion());
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) return misuse(`there is no command "${name}".${near(name)} See \`snaphook help\`.`);
  const command = (await load()).default;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(command, args);
  } catch (error) {
    return misuse(`${(error as Error).message.split(". ")[0]}. See \`snaphook ${name} --help\`.`);
  }
  const { help: wantsHelp, json = false, ...flags } = parsed.values as Record<string, never>;
  if (wantsHelp) return print(commandHelp(name, command));
  const takesNone = !/(^|\s)\[?[A-Z]/.test(command.usage);
  if (takesNone && parsed.positionals.length > 0)
    return misuse(`${name} takes no argument such as "${parsed.positionals[0]}". See \`snaphook ${name} --help\`.`);
  const write = process.stdout.write.bind(process.stdout);
  // Each command shows names and texts in their visible form; this is for one that forgets to.
  const out = (text: string) => void write(`${json ? escapeUnseen(text) : withoutControls(text)}\n`);
  const places = findPlaces(process.env);
  const call: Call = {
    args: parsed.positionals,
    flags,
    json,
    cwd: currentFolder(),
    environment: process.env,
    places,
    program,
    person: terminalPerson({ environment: process.env, json, out, places, command: name }),
    out,
    err: (text) => process.stderr.write(`${withoutControls(text)}\n`),
  };
  useInstallKey(call.places.data);
  const problem =
    (await wrongDialect(call.flags["dialect"])) ?? missingConfig(call) ?? (await agentLoosens(command, call));
  if (problem !== undefined) {
    refuse(call, problem);
    return MISUSE;
  }
  // What the code of hooks prints must not mix with our own output.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return command.run(call);
}

async function agentLoosens(command: Command, call: Call): Promise<Finding | undefined> {
  const who = command.loosens?.(call);
  if (who === undefined) return undefined;
  const checked = await (who === "person" ? call.person.isPerson() : call.person.isNoAgent());
  return checked.yes ? undefined : checked.why;
}

/** A file that was named for the call must be there: nothing is decided without it. */
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
  return finding("DIALECT_UNKNOWN", `"${name}" is none of ${Object.keys(PROFILES).join(", ")}`);
}

async function help(name: string | undefined): Promise<number> {
  if (name === undefined) return print(await overview());
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return load === undefined
    ? misused(`there is no command "${name}".${near(name)}`)
    : print(commandHelp(name, (await load()).default));
}

function near(name: string): string {
  const close = Object.keys(COMMANDS).filter((other) => editDistance(name, other) <= 2);
  return close.length === 0 ? "" : ` Did you mean ${close.join(" or ")}?`;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return OK;
}

/** Before there is a call that could say it. */
function misused(text: string, asJson = false): number {
  if (asJson) process.stdout.write(`${jsonText({ error: finding("USAGE", text) }, 2)}\n`);
  else process.stderr.write(`snaphook: ${safeName(text)}\n`);
  return MISUSE;
}
