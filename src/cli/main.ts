/** Finds the command, parses its options, runs it. */
import { finding } from "../core/errors.js";
import { escapeUnseen } from "../core/text/json.js";
import { didYouMean } from "../core/text/suggest.js";
import { currentFolder, findPlaces, packageVersion } from "../runtime/platform/paths.js";
import { useInstallKey } from "../runtime/platform/redaction-tags.js";
import { COMMANDS } from "./_registry.js";
import { MISUSE, OK } from "./command.js";
import { commandHelp, overview, shownCommands } from "./help.js";
import { leaveLostTerminal, loseOutput, unread } from "./output/lost-output.js";
import { jsonText, safeName } from "./output/print.js";
import { divertPrints, whenUsed, writeError, writeOut } from "./output/stdout.js";
import { outputWidth } from "./output/terminal.js";
import { wrapText } from "./output/text-width.js";
import { withoutControls } from "./output/visible-text.js";
import { parseLine, runLine } from "./run-line.js";

export async function main(argv: readonly string[], program: string): Promise<number> {
  for (const name of ["stdout", "stderr"] as const) whenUsed(name, (stream) => void stream.on("error", loseOutput));
  process.once("exit", leaveLostTerminal);
  return Promise.race([unread, runCommand(argv, program)]);
}

async function runCommand(argv: readonly string[], program: string): Promise<number> {
  const [name = "menu", ...args] = argv;
  const misuse = (text: string) => misused(text, args.includes("--json"));
  if (name === "help" || name === "--help" || name === "-h") return help(args);
  if (name === "--version" || name === "-v" || name === "version") return print(packageVersion());
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) return misuse(await unknownCommand(name));
  const command = (await load()).default;
  const line = parseLine(name, command, args);
  if ("misuse" in line) return misuse(line.misuse);
  if (line.help) return print(commandHelp(name, command));
  const { json } = line;
  // Commands escape control characters themselves; this catches what one of them forgets.
  const raw = (text: string) => writeOut(`${json ? escapeUnseen(text) : withoutControls(text)}\n`);
  const places = findPlaces(process.env);
  useInstallKey(places.data);
  divertPrints();
  return runLine(line, {
    cwd: currentFolder(),
    environment: process.env,
    places,
    program,
    out: (text) => raw(json ? text : wrapText(text, outputWidth())),
    raw,
    err: (text) => writeError(`${withoutControls(wrapText(text, outputWidth(process.stderr)))}\n`),
  });
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

function print(text: string): number {
  writeOut(`${text}\n`);
  return OK;
}

/** For errors before there is a `Call`. */
function misused(text: string, asJson = false): number {
  if (asJson) writeOut(`${jsonText({ error: finding("USAGE", text) }, 2)}\n`);
  else writeError(`${wrapText(`snaphook: ${safeName(text)}`, outputWidth(process.stderr))}\n`);
  return MISUSE;
}
