/**
 * Programs that wait for input: shells, REPLs, database clients, editors, debuggers, remote shells. Needed for agents
 * whose model can type into a running program without a hook event.
 */
import type { Effect } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";

interface Row {
  /** Options that supply its code, so that it does not read input. */
  readonly code?: RegExp;
  /**
   * Number of operands that supply its code: 1 for `python x.py`, 2 for `sqlite3 db SQL`. Absent: operands never do.
   */
  readonly operands?: number;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** Options and words after which it reads from the terminal anyway. */
  readonly stays?: RegExp;
}

const SHELL: Row = { code: /^-\w*c|^--?command/i, operands: 1, stays: /^-[a-z]{0,20}[is][a-z]{0,20}$/ };
const PYTHON: Row = { code: /^-[A-Za-z]*[cm]/, operands: 1, stays: /^-[A-Za-z]*i$/ };
const SCRIPT: Row = {
  code: /^-(?:[a-z]*[cemEr]|p|v|S|-eval|-print|-test|-run|-check|-module)(?:=|$)/,
  operands: 1,
  stays: /^-[a-z]*i$|^repl$/,
};
const CLIENT: Row = { code: /^-[cefl]|^--(?:command|file|execute|eval|list)\b/ };
const ALWAYS: Row = {};

const PROGRAMS: ReadonlyMap<string, Row> = new Map(
  (
    [
      ["sh bash zsh dash ash ksh mksh fish csh tcsh nu elvish xonsh pwsh powershell cmd rbash", SHELL],
      ["python pypy ipython ptpython bpython", PYTHON],
      ["node nodejs perl ruby php lua luajit tclsh wish julia guile racket bun deno elixir scala groovy", SCRIPT],
      ["clojure clj jshell swift R octave gnuplot sbcl clisp kotlin irb pry ghci iex erl utop ocaml", SCRIPT],
      ["psql mysql mariadb cqlsh sqlcmd sqlplus clickhouse-client mongosh mongo", CLIENT],
      ["redis-cli valkey-cli ftp lftp", { operands: 1 }],
      ["sqlite3 duckdb", { operands: 2 }],
      ["ssh", { code: /^git@|^-[A-Za-z]*[GNQV]/, operands: 2, valued: /^-[a-zA-Z]*[bcDEeFIiJLlmOopRSWw]$/ }],
      ["gdb lldb", { code: /^--?batch$/ }],
      ["su script", { code: /^-[a-z]*c|^--command/ }],
      ["sudo doas", { operands: 1, stays: /^-[a-z]{0,20}[is]$|^--(?:login|shell)$/ }],
      ["nc ncat", { code: /^-[a-z]*z/ }],
      ["tmux screen", { code: /^(?:-ls|-list|-d|ls|list-.*|kill-.*|has-session|capture-pane|send-keys)$/ }],
      ["ed ex vi vim nvim emacs nano less more man telnet socat sftp expect login", ALWAYS],
    ] as const
  ).flatMap(([names, row]) => names.split(" ").map((name) => [name, row as Row] as const)),
);

const ONLY_SAYS = /^(?:--version|-V|--help)$/;
/** Other names of the terminal. */
const TERMINAL = /^(?:-|\/dev\/(?:stdin|tty|fd\/0)|\/proc\/self\/fd\/0)$/;

/** `tool`: the tool with which the model types. */
export function interactiveEffects(invocations: readonly Invocation[], tool: string): Effect[] {
  return invocations.filter(waitsForInput).map(({ words }) => ({
    kind: "unknown",
    severity: "risky",
    certainty: "likely",
    what: `starts a program that waits for input; no hook checks what ${tool} types into it`,
    words,
    instead: "run each command as a separate call, or pass it with an option such as -c",
  }));
}

function waitsForInput(invocation: Invocation): boolean {
  const { program, args, moreArgs } = invocation;
  const row =
    program === undefined
      ? undefined
      : (PROGRAMS.get(program.replace(/(?<=[a-z])[\d.]+$/, "")) ?? PROGRAMS.get(program));
  if (row === undefined || moreArgs || !readsTerminal(invocation)) return false;
  const texts = args.map(({ text }) => text);
  if (texts.some((text) => ONLY_SAYS.test(text))) return false;
  if (row.stays !== undefined && texts.some((text) => row.stays!.test(text)))
    return !texts.some((text) => /^-\w*c$/.test(text));
  if (row.code !== undefined && texts.some((text) => row.code!.test(text))) return false;
  return row.operands === undefined || operandsOf(args, row.valued).length < row.operands;
}

function operandsOf(args: readonly Word[], valued?: RegExp): readonly Word[] {
  return args.filter(
    ({ text }, at) => !text.startsWith("-") && !TERMINAL.test(text) && !valued?.test(args[at - 1]?.text ?? ""),
  );
}

/** Only if it has no other input. The input of `cat | sh` is unknown in every agent. */
function readsTerminal({ input }: Invocation): boolean {
  return input.kind === "none" || (input.kind === "file" && TERMINAL.test(input.file.text));
}
