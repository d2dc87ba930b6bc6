/** Walks the parsed command line in execution order. Takes every branch. */
import type {
  AndOr,
  Case,
  CommandNode,
  CompoundCommand,
  For,
  Pipeline,
  Select,
  Function as ShellFunction,
  Statement,
  SyntaxNode,
  While,
} from "unbash";
import { type Invocation, UNKNOWN } from "../model/invocation.js";
import { expandText, expandWord, walkWithin } from "./expand.js";
import { DEEPEST, MOST_JOINED, MOST_ROUNDS } from "./limits.js";
import { kept, redirectionOnly } from "./output.js";
import { type Place, placed, type Reader } from "./reader.js";
import { redirected } from "./redirections.js";
import { NOT_KNOWN, plainWord, type Scope } from "./scope.js";
import { shadow } from "./shadows.js";
import { runSimple } from "./simple.js";

/** Returns the invocations whose output goes where this node's output goes. */
export function runNodes(nodes: readonly SyntaxNode[], place: Place, reader: Reader): Invocation[] {
  if (nodes.length === 1) return run(nodes[0]!, place, reader);
  const printing: Invocation[] = [];
  for (const node of nodes) for (const one of run(node, place, reader)) printing.push(one);
  return printing;
}

function run(node: SyntaxNode, at: Place, reader: Reader): Invocation[] {
  const line = () => at.source.slice(node.pos, Math.min(node.end, node.pos + 500));
  if (!reader.step(line())) return [];
  if (at.depth > DEEPEST) {
    reader.stop("is nested too deeply to analyse", line());
    return [];
  }
  const place = placed(at, { depth: at.depth + 1 });
  switch (node.type) {
    case "Statement":
      return runStatement(node, place, reader);
    case "CompoundList":
    case "Script":
      return runNodes(node.commands, place, reader);
    case "AndOr":
      return runAndOr(node, place, reader);
    case "Pipeline":
      return runPipeline(node, place, reader);
    case "Command":
      return runSimple(node, place, reader);
    case "Redirected":
      return runRedirected(node.command, node.redirects, line(), place, reader);
    case "Subshell":
      return runNodes([node.body], placed(place, { scope: place.scope.copy() }), reader);
    case "BraceGroup":
      return runNodes([node.body], place, reader);
    case "If":
      return [
        ...runNodes([node.clause], place, reader),
        ...runBranches(
          [
            [node.then],
            ...node.elif.map((elif) => [elif.clause, elif.then]),
            node.else === undefined ? [] : [node.else],
          ],
          place,
          reader,
        ),
      ];
    case "For":
    case "Select":
      return runFor(node, place, reader);
    case "ArithmeticFor":
    case "While":
      return runWhile(node, place, reader);
    case "Case":
      return runCase(node, place, reader);
    case "Function":
      reader.mark("defines", node.name.text);
      define(node, place, reader);
      return [];
    case "Coproc":
      reader.mark("background", "");
      return runNodes([node.body], placed(place, { scope: place.scope.copy(), beside: true }), reader);
    default:
      walkWithin(node, place, reader);
      return [];
  }
}

function runStatement({ command, background }: Statement, place: Place, reader: Reader): Invocation[] {
  if (background === true) reader.mark("background", "");
  return background === true
    ? run(command, placed(place, { scope: place.scope.copy(), beside: true }), reader)
    : run(command, place, reader);
}

/** The first command always runs; assignments of the others are uncertain. */
function runAndOr({ commands, operators }: AndOr, place: Place, reader: Reader): Invocation[] {
  const [first, ...others] = commands;
  const printing = run(first!, place, reader);
  const after = place.scope.copy();
  others.forEach((node, at) => {
    const more = run(node, place, reader);
    // `which a || which b` prints one of them.
    if (operators[at] !== "||" || !printing.every(isLookup) || printing.length === 0) printing.push(...more);
  });
  joinBefore(place.scope, after);
  return printing;
}

function isLookup({ program = "" }: Invocation): boolean {
  return /^(?:which|command|type)$/.test(program);
}

function joinBefore(scope: Scope, before: Scope): void {
  const after = scope.copy();
  scope.become(before);
  scope.join([after]);
}

function runPipeline({ commands }: Pipeline, place: Place, reader: Reader): Invocation[] {
  if (commands.length === 1) return run(commands[0]!, place, reader);
  if (commands.length > MOST_JOINED) reader.stop("joins too many commands to analyse", place.source.slice(0, 200));
  let { input } = place;
  let printing: Invocation[] = [];
  for (const node of commands) {
    if (reader.over) break;
    printing = run(node, placed(place, { scope: place.scope.copy(), input, beside: true }), reader);
    input = { kind: "pipe", from: printing };
  }
  return printing;
}

function runRedirected(
  command: CompoundCommand,
  redirects: Parameters<typeof redirected>[0],
  line: string,
  place: Place,
  reader: Reader,
): Invocation[] {
  const to = redirected(redirects, place, reader);
  const inner = to.input === undefined ? place : placed(place, { input: to.input });
  const printing = runNodes([command], inner, reader);
  reader.emit(redirectionOnly(to.redirects, line, place));
  return kept(printing, to.output, reader);
}

/** One branch runs, or none; which one is unknown. */
function runBranches(branches: readonly (readonly SyntaxNode[])[], place: Place, reader: Reader): Invocation[] {
  const scopes: Scope[] = [];
  const printing = branches.flatMap((nodes) => {
    const scope = place.scope.copy();
    scopes.push(scope);
    return runNodes(nodes, placed(place, { scope }), reader);
  });
  const [first, ...others] = scopes;
  if (first !== undefined) place.scope.become(first);
  place.scope.join(others);
  return printing;
}

function runFor(node: For | Select, place: Place, reader: Reader): Invocation[] {
  const name = node.name.text;
  manyAtOnce(node, place, reader);
  manyMessages(node, place, reader);
  reader.mark("assigns", name);
  const words =
    node.wordlist === undefined
      ? (place.scope.positional ?? [plainWord(UNKNOWN)])
      : node.wordlist.flatMap((word) => expandWord(word, place, reader));
  const values = words.length <= MOST_ROUNDS ? words.map(({ text }) => text) : [UNKNOWN];
  return values.flatMap((value) => {
    if (reader.over) return [];
    place.scope.set(name, [[value]]);
    return runNodes([node.body], place, reader);
  });
}

/** Walks twice if the first iteration affects the second. */
function runWhile(
  node: While | Extract<CommandNode, { type: "ArithmeticFor" }>,
  place: Place,
  reader: Reader,
): Invocation[] {
  const before = place.scope.copy();
  endlessLoop(node, place, reader);
  if (node.type === "While" && /\bread\b/.test(place.source.slice(node.clause.pos, node.clause.end)))
    manyMessages(node, place, reader, true);
  const heads = node.type === "While" ? [node.clause] : [node.initialize, node.test, node.update];
  if (node.type === "ArithmeticFor")
    for (const name of node.pos === undefined ? [] : counters(place.source.slice(node.pos, node.body.pos)))
      place.scope.set(name, [NOT_KNOWN]);
  const round = () => [
    ...heads.flatMap((head) => (head === undefined ? [] : run(head, place, reader))),
    ...runNodes([node.body], place, reader),
  ];
  const printing = round();
  const changed = !sameState(before, place.scope);
  joinBefore(place.scope, before);
  if (changed && !reader.over) {
    const again = place.scope.copy();
    printing.push(...round());
    joinBefore(place.scope, again);
  }
  return printing;
}

const ALWAYS = /^\s{0,8}(?:true|:|\(\(\s{0,4}1\s{0,4}\)\)|\[ 1 \]|\[\[ 1 \]\])\s{0,8};?\s{0,8}$/;
/** Anything that ends an iteration, waits in it, or reads finite input. */
const PAUSES =
  /\b(?:sleep|usleep|wait|read|break|exit|return|select|inotifywait|fswatch|entr|nc|ncat|timeout|tail|watch|flock|curl|wget|ssh)\b/;

/** An infinite loop that starts background processes or creates files, and never waits. */
function endlessLoop(
  node: While | Extract<CommandNode, { type: "ArithmeticFor" }>,
  place: Place,
  reader: Reader,
): void {
  if (node.type !== "While" || !ALWAYS.test(place.source.slice(node.clause.pos, node.clause.end))) return;
  const body = place.source.slice(node.body.pos, node.body.end).slice(0, 5000);
  // Background processes do not make the loop wait.
  if (
    PAUSES.test(withoutBackground(body)) ||
    !/&(?![&>\d])|\b(?:mkdir|touch|dd|cp|fork|mktemp|tee)\b|[^>2]>{1,2}\s{0,4}[^&\s]/.test(body)
  )
    return;
  reader.effects.push(tooMuchAtOnce(place.source.slice(node.pos, Math.min(node.end, node.pos + 300))));
}

function withoutBackground(body: string): string {
  const parts = body.split(/&(?![&>\d])/);
  return parts
    .map((part, at) => {
      if (at === parts.length - 1) return part;
      const start = Math.max(...[";", "|", "\n", "{", "}"].map((mark) => part.lastIndexOf(mark)));
      return part.slice(0, start + 1);
    })
    .join("");
}

/** `for i in $(seq 100000); do … & done` */
function manyAtOnce(node: For | Select, place: Place, reader: Reader): void {
  const head = place.source.slice(node.pos, node.body.pos).slice(0, 300);
  if (!/\bseq\s{1,4}(?:\d{1,3}\s{1,4})?\d{4,}|\{\d{1,3}\.\.\d{4,}\}/.test(head)) return;
  const body = place.source.slice(node.body.pos, node.body.end).slice(0, 5000);
  const beside = /&(?![&>\d])/.test(body) && !/\bwait\b/.test(body);
  const files = /\d{6,}/.test(head) && /\b(?:mkdir|touch|dd|cp|fork|mktemp|tee)\b|[^>2]>{1,2}\s{0,4}[^&\s]/.test(body);
  if (!beside && !files) return;
  reader.effects.push(tooMuchAtOnce(place.source.slice(node.pos, Math.min(node.end, node.pos + 300))));
}

/** `for i in $(seq 200); do gh issue create …; done`: repeats something that other people see. */
function manyMessages(node: For | Select | While, place: Place, reader: Reader, fromList = false): void {
  const head = place.source.slice(node.pos, node.body.pos).slice(0, 300);
  if (
    !fromList &&
    !/\bseq\s{1,4}(?:\d{1,3}\s{1,4})?\d{2,}|\{\d{1,3}\.\.\d{2,}\}|\$\((?:cat|<|cut|awk|jq|psql|mysql|curl)|`cat/.test(
      head,
    )
  )
    return;
  const body = place.source.slice(node.body.pos, node.body.end).slice(0, 5000);
  if (!MESSAGES.test(body)) return;
  reader.effects.push({
    kind: "send",
    severity: "risky",
    certainty: "likely",
    words: place.source.slice(node.pos, Math.min(node.end, node.pos + 300)),
    what: "sends messages to people in a loop",
    instead: "show the user one message and the list, and ask them to send it",
  });
}

const MESSAGES =
  /\b(?:gh|glab) (?:issue|pr|mr|gist|discussion) (?:create|comment|note)\b|\b(?:mail|mailx|mutt|sendmail|swaks|msmtp|sendemail|twilio|telegram-send|slack|signal-cli)\s|\b(?:curl|http|https|xh)\b[^\n;]{0,300}(?:hooks\.slack|discord|telegram|twilio|sendgrid|mailgun|WEBHOOK|_HOOK\b|\/(?:messages|emails?|sms|notify|invitations?)\b)/i;

function tooMuchAtOnce(words: string) {
  return {
    kind: "process",
    severity: "risky",
    certainty: "likely",
    words,
    what: "starts processes or creates files in an endless loop",
    instead: "repeat it a fixed number of times with a pause: `for i in 1 2 3; do date; sleep 1; done`",
  } as const;
}

function counters(head: string): string[] {
  return [...head.slice(0, 300).matchAll(/\b([A-Za-z_]\w{0,60})\s{0,5}(?:=|\+\+|--|\+=)/g)].map(([, name]) => name!);
}

function sameState(one: Scope, other: Scope): boolean {
  if (one.variables.size !== other.variables.size || one.folders.join("\n") !== other.folders.join("\n")) return false;
  for (const [name, variable] of other.variables) if (one.variables.get(name) !== variable) return false;
  for (const [name, list] of other.functions) if (one.functions.get(name) !== list) return false;
  return one.aliases.size === other.aliases.size;
}

function runCase(node: Case, place: Place, reader: Reader): Invocation[] {
  expandText(node.word, place, reader);
  for (const item of node.items) for (const pattern of item.pattern) expandText(pattern, place, reader);
  return runBranches([...node.items.map(({ body }) => [body]), []], place, reader);
}

function define(node: ShellFunction, place: Place, reader: Reader): void {
  const { source } = place;
  const found = shadow(
    node.name.text,
    source.slice(node.body.pos, node.body.end).trim(),
    source.slice(node.pos, node.end).slice(0, 300),
  );
  if (found !== undefined) reader.effects.push(found);
  place.scope.functions.set(node.name.text, [{ node, source }]);
}
