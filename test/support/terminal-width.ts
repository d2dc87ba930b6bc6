/** The output of a command on terminals of some widths, measured by Unicode's own table and compared with piped output. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { onTerminal } from "./on-terminal.js";
import { PROGRAM, type ProgramPlace, type RunOptions } from "./program.js";

const MEASURE = fileURLToPath(new URL("./measure-lines.py", import.meta.url));
/** Paths, URLs and hashes are never broken. */
const LONG_WORD = /\S*[/\\]\S*|\S*[\da-f]{16}\S*|\S*:\/\/\S*/g;
/** Nothing is wrapped or cut there. */
const WIDE = 4_000;
/** What may stand beside one. */
const BESIDE = 40;

export async function expectFits(
  place: ProgramPlace,
  args: readonly string[],
  widths: readonly number[],
  input?: RunOptions["input"],
): Promise<void> {
  const whole = await place.run(args, input === undefined ? {} : { input });
  const shown: string[] = [];
  for (const columns of widths) shown.push(await onWidth(place, args, columns, input));
  const measured = widthsOf(shown);
  for (const [at, columns] of widths.entries())
    expect(wider(shown[at]!, measured[at]!, columns), `${args.join(" ")} at ${columns} columns`).toEqual([]);
  // The first run may have changed something, so that the others say something else.
  const wide = await onWidth(place, args, WIDE, input);
  const words = new Set(wordsOf(`${whole.stdout}\n${whole.stderr}\n${wide}`));
  const broken = shown.flatMap((text) => wordsOf(text).filter((word) => !words.has(word)));
  expect(broken, `words that are broken by ${args.join(" ")}`).toEqual([]);
}

/** As a person sees it, with its input from a file. */
export async function onWidth(
  place: ProgramPlace,
  args: readonly string[],
  columns: number,
  input: RunOptions["input"] = "",
): Promise<string> {
  const file = join(place.root, "stdin");
  writeFileSync(file, typeof input === "string" ? input : JSON.stringify(input));
  const line = [process.execPath, PROGRAM, ...args].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
  const program = ["sh", "-c", `exec ${line} < '${file}'`];
  const ran = await onTerminal(place, args, { opener: ["python3"], columns, type: "no", program });
  return ran.stdout.replaceAll("\r\n", "\n");
}

export const tooWide = (text: string, columns: number): string[] => wider(text, widthsOf([text])[0]!, columns);

function wider(text: string, widths: readonly number[], columns: number): string[] {
  const isCopied = copiedLines(text);
  return text.split("\n").filter((line, at) => widths[at]! > columns && !isCopied(at) && !isLongWord(line));
}

/** The width of each line of each text. */
function widthsOf(texts: readonly string[]): number[][] {
  const measured = spawnSync("python3", [MEASURE], { input: JSON.stringify(texts), encoding: "utf8" });
  return JSON.parse(measured.stdout) as number[][];
}

function isLongWord(line: string): boolean {
  const rest = line.replace(LONG_WORD, (word) => (word.length > 20 ? "" : word));
  return rest !== line && rest.length <= BESIDE;
}

/** Text that is printed to be copied, and examples: JSON, TOML, commands and what they print. */
function copiedLines(text: string): (at: number) => boolean {
  const lines = text.split("\n");
  return (at) => /^\s*(?:["{[\]}]|\w+ = |echo '|printf |reason {3})/.test(lines[at]!);
}

/**
 * Words of letters; those beside `…` are cut on purpose. Codes and ids are shorter, hold digits, or are left out. What a person reviews is
 * shown character by character, behind a bar.
 */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/\u001b\[[\d;]*[A-Za-z]/g, "")
    .replace(/^ *[│┆].*$/gm, "")
    .replace(/"typedCode": "\w+"/, "");
  return [...plain.matchAll(/(?<![\p{L}\p{N}…_-])[\p{Script=Latin}]{5,}(?![\p{L}\p{N}…_-])/gu)].map(([word]) => word);
}
