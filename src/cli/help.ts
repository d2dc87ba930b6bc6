/** Help texts, made from what the commands say about themselves. */
import { COMMANDS } from "./_registry.js";
import type { Command } from "./command.js";

export async function overview(): Promise<string> {
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => ({ name, command: (await load()).default })),
  );
  const lines = commands
    .filter(({ command }) => !command.internal)
    .map(({ name, command }) => `  ${name.padEnd(10)} ${command.summary}`);
  return [
    "Snaphook: one hook runtime for every AI coding agent.",
    "",
    "Usage: snaphook COMMAND [options]",
    "",
    ...lines,
    "",
    "Every command takes --json for machines and --help for its options and an example.",
    "Exit codes: 0 done, 1 problems were found, 2 wrong use or bad input.",
  ].join("\n");
}

export function commandHelp(name: string, command: Command): string {
  const options = {
    ...command.options,
    json: { type: "boolean" as const, help: "Print one JSON value instead of text." },
  };
  const lines = Object.entries(options).map(([flag, option]) => {
    const value = "value" in option && option.value ? ` ${option.value}` : "";
    return `  --${`${flag}${value}`.padEnd(22)} ${option.help}`;
  });
  const exits = Object.entries({ 0: "done", ...command.exits, 2: "wrong use or bad input" }).map(
    ([code, meaning]) => `  ${code}  ${meaning}`,
  );
  return [
    command.summary,
    "",
    `Usage: snaphook ${name} ${command.usage}`.trimEnd(),
    "",
    "Options:",
    ...lines,
    "",
    "Exit codes:",
    ...exits,
    "",
    "Example:",
    ...command.example.split("\n").map((line) => `  ${line}`),
  ].join("\n");
}
