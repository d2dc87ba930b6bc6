/**
 * Fenced blocks of the documentation, as data. The words after the language say what a test does with a block:
 *
 *   hooks         a hooks file: `snaphook validate` accepts it
 *   run           a program or a shell script: it ends with 0
 *   file=PATH     it is written to this path first
 *   dialect=NAME  the format of a hooks file that its path does not tell
 *   continue      in the folder of the block before it, not in a fresh one
 *   packed        a shell script: `test/docs/quick-start.test.ts` runs all of a page, in order, with the packed tarball
 *   source        a file of this repository: `test/docs/adapter-example.test.ts` adds it to a copy
 *
 * A `text output` block after it holds lines that must be printed, in this order; `…` stands for anything.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../architecture/source-tree.js";

export interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
  /** Lines that must be printed. */
  output?: string;
}

/** Blocks that happen one after the other in one folder. */
export type Story = Snippet[];

/** Words of blocks that other tests run. */
const ELSEWHERE = ["packed", "source"];

const FENCE = /^```(\w+)(?: (.+))?\n([\s\S]*?)^```$/gm;

export function readPages(): string[] {
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const top = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
  return [...top, ...docs].sort();
}

/** One story per block, or per block and those that continue it. */
export function readStories(): Story[] {
  return readPages().flatMap((page) =>
    storiesOf(page).filter(([first]) => !first!.words.some((word) => ELSEWHERE.includes(word))),
  );
}

/** The blocks of a page that have a test of their own, by the word that marks them. */
export function readBlocks(page: string, word: "packed" | "source"): Snippet[] {
  return storiesOf(page)
    .flat()
    .filter(({ words }) => words.includes(word));
}

function storiesOf(page: string): Story[] {
  const stories: Story[] = [];
  for (const snippet of readSnippets(page)) {
    if (snippet.words.includes("output")) attach(stories.at(-1)?.at(-1), snippet);
    else if (snippet.words.includes("continue")) stories.at(-1)!.push(snippet);
    else if (snippet.words.length > 0) stories.push([snippet]);
  }
  return stories;
}

function attach(before: Snippet | undefined, { page, line, text }: Snippet): void {
  if (before?.page !== page) throw new Error(`${page}:${line}: there is no block that could print this`);
  before.output = text;
}

function readSnippets(page: string): Snippet[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(FENCE)].map(({ index, 1: language = "", 2: info = "", 3: body = "" }) => ({
    page: relative(ROOT, join(ROOT, page)),
    line: text.slice(0, index).split("\n").length,
    language,
    words: info.split(" ").filter((word) => word !== ""),
    text: body,
  }));
}

/** The value of `name=value` among a block's words. */
export function settingOf({ words }: Snippet, name: string): string | undefined {
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The first promised line that was not printed after the one before it. */
export function missingLine(printed: string, promised: string | undefined): string | undefined {
  const lines = printed.split("\n");
  let at = 0;
  for (const line of (promised ?? "").split("\n").filter((text) => text.trim() !== "")) {
    const pattern = new RegExp(`^${line.trim().split("…").map(literal).join(".*")}$`);
    const found = lines.findIndex((text, i) => i >= at && pattern.test(text.trim()));
    if (found < 0) return line;
    at = found + 1;
  }
  return undefined;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
}
