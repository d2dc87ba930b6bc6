/** Translates PowerShell text into invocations. Covers names, aliases, pipes, blocks and `iex`. */
import { type Invocation, type Redirect, UNKNOWN, type Word } from "../../model/invocation.js";
import { DEEPEST, MOST_CODE } from "../limits.js";
import { printedBy } from "../printed.js";
import { type Place, placed, type Reader } from "../reader.js";
import { plainWord } from "../scope.js";
import { canonicalName } from "./names.js";
import { type Token, tokensOf } from "./tokens.js";

const KEYWORDS =
  /^(?:if|else|elseif|while|do|until|switch|try|catch|finally|return|function|filter|process|begin|end|in|param|throw|exit|break|continue|trap|workflow)$/i;

export function readPowerShell(text: string, place: Place, reader: Reader): Invocation[] {
  if (text.length > MOST_CODE || place.depth > DEEPEST || !reader.step(text.slice(0, 200))) {
    reader.cannotTell("is too long or nested too deeply to analyse", text.slice(0, 200));
    return [];
  }
  if (!reader.spend(text.length, text.slice(0, 200))) return [];
  if (text.trim() === UNKNOWN) {
    reader.cannotTell("runs text as commands that cannot be determined", text);
    return [];
  }
  const all: Invocation[] = [];
  let printing: Invocation[] = [];
  let statement: Token[] = [];
  const end = () => {
    printing = readOne(statement, placed(place, { input: pipe(printing) }), reader);
    statement = [];
  };
  for (const token of tokensOf(text, (name) => variable(name, place, reader))) {
    if (reader.over) break;
    if (token.kind !== "pipe" && token.kind !== "end") statement.push(token);
    else {
      end();
      if (token.kind !== "end") continue;
      all.push(...printing);
      printing = [];
    }
  }
  end();
  return [...all, ...printing];
}

function pipe(from: readonly Invocation[]): Place["input"] {
  return from.length === 0 ? { kind: "none" } : { kind: "pipe", from };
}

function variable(name: string, place: Place, reader: Reader): string {
  if (/^(?:HOME|env:USERPROFILE|env:HOME)$/i.test(name)) return reader.where.home;
  if (/^PROFILE(?:\.\w{1,40})?$/i.test(name)) return `${reader.where.home}/Microsoft.PowerShell_profile.ps1`;
  if (/^(?:PWD)$/i.test(name)) return place.scope.folders[0] ?? UNKNOWN;
  if (/^(?:_|PSItem)$/i.test(name)) return UNKNOWN;
  if (/^(?:true|false|null)$/i.test(name)) return "";
  return place.scope.variables.get(`$${name.toLowerCase()}`)?.choices[0]?.[0] ?? UNKNOWN;
}

function readOne(tokens: readonly Token[], place: Place, reader: Reader, called = false): Invocation[] {
  const [first, second, ...rest] = tokens;
  if (first === undefined) return [];
  if (first.kind === "word" && /^\$[\w:]+$/.test(first.source) && second?.kind === "word" && second.text === "=") {
    const printing = readOne(rest, place, reader);
    const [only] = rest;
    const value =
      only?.kind === "word" && rest.length === 1
        ? only.text
        : printing.length > 0
          ? printedBy(printing, reader)
          : UNKNOWN;
    place.scope.set(first.source.toLowerCase(), [[value]]);
    return [];
  }
  if (first.kind === "word" && KEYWORDS.test(first.text)) return readOne(tokens.slice(1), place, reader);
  if (first.kind === "block") {
    const inner = readPowerShell(first.text, placed(place, { depth: place.depth + 1 }), reader);
    return [...inner, ...(second === undefined ? [] : readOne(tokens.slice(1), place, reader))];
  }
  if (first.kind === "call") return readOne(tokens.slice(1), place, reader, true);
  // A bare value is printed, not run.
  if (first.kind === "word" && first.source.startsWith("$") && !called) return [];
  if (first.kind !== "word" || (first.literal && !called)) return [];
  return readCommand(first, tokens.slice(1), place, reader);
}

function readCommand(
  name: Extract<Token, { kind: "word" }>,
  tokens: readonly Token[],
  place: Place,
  reader: Reader,
): Invocation[] {
  const args: Word[] = [];
  const redirects: Redirect[] = [];
  const inside: Invocation[] = [];
  const words = [name.source];
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    if (token.kind === "word") {
      words.push(token.source);
      const word = { ...plainWord(token.text), source: token.source };
      if (before?.kind === "redirect") redirects.push({ operator: before.operator, target: word });
      else args.push(word);
    } else if (token.kind === "block") {
      words.push(token.source);
      inside.push(...readPowerShell(token.text, placed(place, { depth: place.depth + 1, captured: true }), reader));
      if (token.open === "(") args.push(plainWord(UNKNOWN));
    }
  });
  const program = name.text.includes(UNKNOWN) || name.text === "" ? undefined : canonicalName(name.text);
  const line = words.join(" ");
  const runsText = program === "Invoke-Expression";
  const invocation: Invocation = {
    program,
    name: plainWord(name.text),
    args,
    variables: place.scope.environment(),
    redirects,
    input: runsText && inside.length > 0 ? { kind: "pipe", from: inside } : place.input,
    cwd: place.scope.folders[0],
    through: place.through,
    runs: place.runs,
    moreArgs: false,
    captured: place.captured,
    words: line,
  };
  reader.emit(invocation);
  if (program === undefined) reader.cannotTell("starts a program whose name cannot be determined", line);
  if (runsText) {
    const given = args.find(({ text }) => !text.startsWith("-"))?.text;
    const code =
      given === undefined || given === UNKNOWN
        ? printedBy(invocation.input.kind === "pipe" ? invocation.input.from : [], reader)
        : given;
    readPowerShell(
      code === "" ? UNKNOWN : code,
      placed(place, { input: { kind: "none" }, depth: place.depth + 1 }),
      reader,
    );
    return [];
  }
  if (
    program !== undefined &&
    !program.includes("-") &&
    /^(?:bash|sh|cmd|pwsh|powershell|wsl|git|docker|kubectl|sudo|npx|npm|env|ssh|python\d?|node)$/.test(program)
  )
    return reader.walk.start(
      {
        words: [plainWord(program), ...args],
        redirects,
        input: place.input,
        variables: place.scope.environment(),
        moreArgs: false,
        line,
      },
      placed(place, { depth: place.depth + 1 }),
    );
  return [invocation];
}
