/** Help texts, generated from the command table. */
import { COMMANDS } from "./_registry.js";
import { type Command, GROUPS, type Group } from "./command.js";

const HIDDEN: Group = "Called by agents and scripts";
const NARROWEST = 40;
/** Help is easiest to read when lines are not longer than this, however wide the terminal is. */
const WIDEST = 100;

/** Commands by group; with `all` also those that agents and scripts call. */
export async function overview(all = false): Promise<string> {
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => ({ name, command: (await load()).default })),
  );
  const shown = GROUPS.filter((group) => all || group !== HIDDEN);
  const column = Math.max(
    ...commands.filter(({ command }) => shown.includes(command.group)).map((one) => one.name.length),
  );
  const lines = shown.flatMap((group) => [
    "",
    group,
    ...commands
      .filter(({ command }) => command.group === group)
      .flatMap(({ name, command }) => row(name, column, command.summary)),
  ]);
  return [
    ...wrap("Snaphook: one hook runtime for every AI coding agent."),
    "",
    "Usage: snaphook COMMAND [options]",
    ...lines,
    "",
    ...wrap("Run `snaphook COMMAND --help` for options and an example. Every command accepts --json."),
    ...(all ? [] : wrap("Run `snaphook help --all` to also list commands that agents call.")),
    ...wrap("Exit codes: 0 done, 1 not done or problems were found, 2 wrong use or bad input."),
  ].join("\n");
}

/** Names of the commands for people. */
export async function shownCommands(): Promise<string[]> {
  const groups = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => ({ name, group: (await load()).default.group })),
  );
  return groups.filter(({ group }) => group !== HIDDEN).map(({ name }) => name);
}

export function commandHelp(name: string, command: Command): string {
  const options = {
    ...command.options,
    json: { type: "boolean" as const, help: "Output as one JSON value." },
    "no-color": { type: "boolean" as const, help: "No colours." },
  };
  const flags = Object.entries(options).map(([flag, option]) => {
    const short = "short" in option && option.short ? `-${option.short}, ` : "";
    const value = "value" in option && option.value ? ` ${option.value}` : "";
    return [`${short}--${flag}${value}`, option.help] as const;
  });
  const column = Math.min(24, Math.max(...flags.map(([flag]) => flag.length)));
  const exits = Object.entries({ 0: "done", 2: "wrong use or bad input", ...command.exits });
  return [
    ...wrap(command.summary),
    "",
    ...wrap(`Usage: snaphook ${name} ${command.usage}`.trimEnd(), "  "),
    "",
    "Options:",
    ...flags.flatMap(([flag, help]) => row(flag, column, help)),
    "",
    "Exit codes:",
    ...exits.flatMap(([code, meaning]) => row(code, 1, meaning)),
    "",
    "Example:",
    ...command.example.split("\n").map((line) => `  ${line}`),
  ].join("\n");
}

/** A term and its text, the text in a column of its own. */
function row(term: string, column: number, text: string): string[] {
  const indent = " ".repeat(column + 4);
  const [first = "", ...rest] = wrap(`${indent}${text}`, indent);
  const start = `  ${term.padEnd(column)}  `;
  return start.length > indent.length ? [start.trimEnd(), first, ...rest] : [`${start}${first.trimStart()}`, ...rest];
}

/** Lines that fit the terminal; no word is broken. `indent` begins every line but the first. */
function wrap(text: string, indent = ""): string[] {
  const width = Math.min(WIDEST, Math.max(NARROWEST, process.stdout.columns ?? 80));
  const lines: string[] = [];
  let line = /^ */.exec(text)![0];
  let isEmpty = true;
  for (const word of text.trimStart().split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
