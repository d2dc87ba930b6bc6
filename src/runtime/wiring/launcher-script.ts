/**
 * The text of the launcher. It prints the answer once, and only if the answer ends with a proof that it is complete: if
 * Perl, Node or the program ends before that, the agent gets only the prepared answer. The proof repeats the PID of the
 * launcher and arrives on a pipe that no hook can write to.
 */
import { mountedEvents, nativeNames } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { HELD_PREFIX } from "../platform/held-environment.js";
import { PROOF } from "./answer-proof.js";
import { answerWithoutProgram } from "./answer-without-program.js";
import { quote } from "./command-line.js";

/** File descriptor for the program's answer: nothing that a hook starts inherits it. */
const ANSWER_HANDLE = 5;

export interface ScriptFacts {
  readonly program: string;
  readonly adapters: readonly Adapter[];
  /** Environment variables that locate our files. */
  readonly pinned: Readonly<Record<string, string>>;
  /** How to call the daemon, if this machine supports it. */
  readonly daemon: { readonly perl: string; readonly client: string; readonly hooksSocket: string } | undefined;
  /** The shebang words of a shell. With `-p` it takes no functions and no options (SHELLOPTS) from the environment. */
  readonly shell: readonly string[];
}

export function launcherScript({ program, adapters, pinned, daemon, shell }: ScriptFacts): string {
  const pins = Object.entries(pinned).map(([name, value]) => `export ${name}=${quote(value)}`);
  return String.raw`#!${shell.join(" ")}
# Written by ${"`snaphook install`"}; agents call it as: launch AGENT EVENT
# A shell may have taken functions from the environment.
unset -f printf echo command true
# Pins config paths so that an environment variable cannot redirect them.
${pins.join("\n")}
# Otherwise the next file that is opened would be taken for one of them.
{ true <&0; } 2>/dev/null || exec </dev/null
true >&2 || exec 2>/dev/null
token=$$ out= asked=
# One answer, and the end. If it cannot be written, the exit code blocks.
say() {
  [ -z "$1" ] || printf %s "$1" || exit 2
  exit "$2"
}
# Says what was answered, if that is complete.
answer() {
  proof="
${PROOF} $token "
  case $out in *"$proof"[0-9][0-9][0-9]) ;; *) return ;; esac
  code=${'${out#"${out%???}"}'}
  out=${"${out%???}"}
  out=${'${out%"$proof"}'}
  case $out in *"$proof"*) ;; *) say "$out" "$code" ;; esac
}
${daemon === undefined ? "" : askDaemon(daemon)}
# What follows is not even read if the daemon has answered.
program=${quote(program)}
# In place of this shell, which is a subshell of the launcher or follows launch.pl. Variables that change how Node starts are
# kept from it; hooks that are granted them get them back.
start() {
  set -f
  IFS='
'
  for line in $(export -p); do
    line=${"${line#export }"}
    line=${"${line#declare -x }"}
    name=${"${line%%=*}"}
    case $name in
      NODE_ENV | *[!A-Za-z0-9_]*) ;;
      NODE_* | UV_* | OPENSSL_* | SSL_CERT_*) ${HOLD} ;;
    esac
  done
  unset IFS
  for node in ${quote(process.execPath)} node; do
    # What the path leads to may be a program of the project, which must not answer for us.
    if [ "$node" = node ]; then
      node=$(command -v node)
      case $node in */node_modules/* | [!/]*) continue ;; "$PWD"/*) [ "$PWD" = "$HOME" ] || continue ;; esac
    fi
    # What code of a hook prints, in whatever way, goes to stderr: between it and the answer an agent could not tell.
    if [ -f "$program" ] && [ -x "$node" ]; then
      exec "$node" "$program" hook "$how" --answer-on=${String(ANSWER_HANDLE)} "--proof=$token" "$@" ${String(ANSWER_HANDLE)}>&1 1>&2
    fi
  done
  exit 70
}
how=--ask
if [ "$1" = --alone ]; then
  how=--alone token=$2
  shift 2
  start "$@"
fi
if [ -z "$asked" ]; then
  out=$(start "$@")
  answer
fi
echo "snaphook: $program or what runs it is gone or broken; run \`snaphook install\` again" >&2
${detectSender(adapters)}
case "$1 $2" in
${preparedAnswers(adapters).join("\n")}
esac
`;
}

/** Hides the variable $name from started programs, under another name. */
const HOLD = String.raw`eval "[ -z \"\${$name+set}\" ]" || { eval "export ${HELD_PREFIX}$name=\"\$$name\""; unset "$name"; }`;
/** Variables that change how Perl reads and writes, despite -T. */
const OF_PERL = ["PERL_UNICODE", "PERLIO", "PERL_SIGNALS", "PERL_ENCODING"];

/** launch.pl starts the launcher again, as `--alone`, if the daemon cannot answer. */
function askDaemon({ perl, client, hooksSocket }: NonNullable<ScriptFacts["daemon"]>): string {
  const there = `[ -S ${quote(hooksSocket)} ] && [ -x ${quote(perl)} ] && [ -s ${quote(client)} ]`;
  const isSet = OF_PERL.map((name) => `\${${name}+1}`);
  return `if [ "$1" != --alone ] && [ "\${SNAPHOOK_DAEMON-}" != off ] && ${there}; then
  asked=yes
  out=$(
    case ${isSet.join("")} in
      ?*) for name in ${OF_PERL.join(" ")}; do ${HOLD}; done ;;
    esac
    # A locale it would have to load or to warn of is none of its business.
    LC_ALL=C exec ${quote(perl)} -TU ${quote(client)} "$token" "$PWD" "\${LC_ALL+=$LC_ALL}" "$@"
  )
  answer
fi`;
}

function preparedAnswers(adapters: readonly Adapter[]): string[] {
  return adapters.flatMap((adapter) =>
    namesFor(adapter).map((native) => {
      const { stdout, exitCode } = answerWithoutProgram(adapter, native);
      return `  "${adapter.name} ${native}") say ${quote(stdout)} ${exitCode} ;;`;
    }),
  );
}

/** Agents that call other agents' entries also use the canonical names. */
function namesFor(adapter: Adapter): string[] {
  const canonical = adapter.payloadMarker === undefined ? [] : mountedEvents(adapter).map(([name]) => name);
  return [...new Set([...nativeNames(adapter), ...canonical])];
}

/**
 * Identifies the real calling agent by its marker in the outermost object of its payload. Only if no program can have
 * read the payload: if the agent keeps its pipe open, nothing more would come. One read, for the same reason.
 */
function detectSender(adapters: readonly Adapter[]): string {
  const marked = adapters.filter(({ payloadMarker }) => payloadMarker !== undefined);
  const cases = marked.map(({ name }) => `    '{'*'<${name}>:'*'}') set -- ${name} "$2" ;;`);
  // Removes escapes, replaces markers with unique words, removes all other strings, then inner objects one by one.
  const outermost = [
    String.raw`s/\\.//g; s/[<>]//g`,
    ...marked.map(({ name, payloadMarker }) => `s/${payloadMarker}/<${name}>/g`),
    's/"[^"]*"//g; s/[[:space:]]//g',
    ":a",
    String.raw`s/\({.*\){[^{}]*}/\1/`,
    "ta",
  ].join("\n");
  return `if [ ! -s "$program" ]; then
  payload=$(command -p dd bs=65536 count=1 2>/dev/null | command -p tr -d '\\r\\n' | command -p sed ${quote(outermost)})
  case $payload in
    '{'*'{'*) ;; # cut
${cases.join("\n")}
  esac
fi`;
}
