/**
 * The programs that a line of shell starts, as far as that can be said for sure: a line with constructs that are not
 * understood here names none, because a wrong alarm is worse than a missing one. Pure.
 */

/** Here-documents, functions, arithmetic, tests and choices of bash, commands inside quotes. */
const BEYOND = /<<|\(\)|\(\(|\[\[|\bcase\b|\bfunction\b|`|"[^"]*\$\(/;
const BUILTINS = new Set(
  ". : [ alias bg break cd continue echo eval exit export false fg getopts hash jobs kill let local printf pwd read readonly return set shift source test times trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);
/** In front of a command, or closing one. */
const KEYWORDS = new Set("! { } if then else elif fi do done while until time".split(" "));
/** Start the program that is named after them. */
const STARTERS = new Set(["exec", "command", "env", "nohup"]);

export function programsIn(line: string): string[] {
  if (BEYOND.test(line)) return [];
  return [...new Set(commandsIn(line).flatMap(programsOf))];
}

function programsOf(words: readonly string[]): string[] {
  const rest = [...words];
  while (rest[0] !== undefined && (KEYWORDS.has(rest[0]) || /^\w+=/.test(rest[0]))) rest.shift();
  const [first, ...after] = rest;
  if (first === undefined || first === "for" || first === "select" || BUILTINS.has(first)) return [];
  if (!STARTERS.has(first)) return [first];
  // `command -v jq` asks whether it is there.
  return after[0]?.startsWith("-") ? [] : programsOf(after);
}

/** The words of each command of a line, without their quotes. */
function commandsIn(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let skipWord = false;
  const endWord = () => {
    if (word !== undefined && !skipWord) words.push(word);
    if (word !== undefined) skipWord = false;
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    skipWord = false;
    commands.push(words);
    words = [];
  };
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    if (char === "\\") word = line[++i] === "\n" ? word : (word ?? "") + (line[i] ?? "");
    else if (char === "'" || char === '"') {
      const end = closing(line, i);
      word = (word ?? "") + line.slice(i + 1, end);
      i = end;
    } else if (char === "#" && word === undefined) {
      while (i + 1 < line.length && line[i + 1] !== "\n") i++;
    } else if (char === ">" || char === "<" || (char === "&" && line[i + 1] === ">")) {
      if (/^\d$/.test(word ?? "")) word = undefined;
      endWord();
      skipWord = true; // what follows is a file
      while (/[<>&|]/.test(line[i + 1] ?? "")) i++;
    } else if (/[;|&\n(]/.test(char)) endCommand();
    else if (char === ")") {
      endCommand();
      words = [""]; // what follows is still part of the command around it
    } else if (/\s/.test(char)) endWord();
    else word = (word ?? "") + char;
  }
  endCommand();
  return commands.map((all) => (all[0] === "" ? [] : all));
}

function closing(line: string, from: number): number {
  const quote = line[from];
  for (let i = from + 1; i < line.length; i++) {
    if (line[i] === "\\" && quote === '"') i++;
    else if (line[i] === quote) return i;
  }
  return line.length;
}
