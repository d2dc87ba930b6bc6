/**
 * The text of the launcher. It prints the answer once, and only if the answer ends with the proof that it is complete:
 * whatever ends Perl, Node or the program before that, the agent gets the prepared answer and nothing else. The proof
 * repeats the PID of the launcher; it arrives on a pipe that no hook can write to.
 */
import { mountedEvents, nativeNames } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { HELD_PREFIX } from "../platform/held-environment.js";
import { PROOF } from "./answer-proof.js";
import { answerWithoutProgram } from "./answer-without-program.js";
import { quote } from "./command-line.js";

/** Where the program writes its answer: nothing that a hook starts knows of it. */
const ANSWER_HANDLE = 5;

export interface ScriptFacts {
  readonly program: string;
  readonly adapters: readonly Adapter[];
  /** Variables that say where our files are. */
  readonly pinned: Readonly<Record<string, string>>;
  /** How a daemon is asked, where this machine has what that takes. */
  readonly daemon: { readonly perl: string; readonly client: string; readonly hooksSocket: string } | undefined;
  /** Words that start a shell. With `-p` it takes no functions and no options (SHELLOPTS) from the environment. */
  readonly shell: readonly string[];
}

export function launcherScript({ program, adapters, pinned, daemon, shell }: ScriptFacts): string {
  const pins = Object.entries(pinned).map(([name, value]) => `export ${name}=${quote(value)}`);
  return String.raw`#!${shell.join(" ")}
# Written by ${"`snaphook install`"}; agents call it as: launch AGENT EVENT
# A shell may have taken functions from the environment.
unset -f printf echo command test true say hold start
# Pins config paths so that an environment variable cannot redirect them.
${pins.join("\n")}
program=${quote(program)}
# One answer, and the end. If it cannot be written, the exit code blocks.
say() {
  [ -z "$1" ] || printf %s "$1" || exit 2
  exit "$2"
}
# Keeps variables from what is started here; hooks that are granted them get them back.
hold() {
  for name; do
    eval "[ -n \"\${$name+set}\" ]" || continue
    eval "export ${HELD_PREFIX}$name=\"\$$name\""
    unset "$name"
  done
}
# In place of this shell, which is a subshell of the launcher or follows launch.pl.
start() {
  set -f
  IFS='
'
  for line in $(export -p); do
    line=${"${line#export }"}
    line=${"${line#declare -x }"}
    case $line in
      NODE_ENV=*) ;;
      NODE_*=* | UV_*=* | OPENSSL_*=* | SSL_CERT_*=*)
        case ${"${line%%=*}"} in *[!A-Za-z0-9_]*) ;; *) hold "${"${line%%=*}"}" ;; esac ;;
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
token=$$
# Otherwise the next file that is opened would be taken for one of them.
{ true <&0; } 2>/dev/null || exec </dev/null
{ true >&2; } 2>/dev/null || exec 2>/dev/null
${askDaemon(daemon)}
proof="
${PROOF} $token "
case $out in
  *"$proof"[0-9][0-9][0-9])
    code=${'${out#"${out%???}"}'}
    out=${"${out%???}"}
    out=${'${out%"$proof"}'}
    case $out in *"$proof"*) ;; *) say "$out" "$code" ;; esac ;;
esac
echo "snaphook: $program or what runs it is gone or broken; run \`snaphook install\` again" >&2
${detectSender(adapters)}
case "$1 $2" in
${preparedAnswers(adapters).join("\n")}
esac
`;
}

/** Without the means to ask the daemon, the program itself tries. */
function askDaemon(daemon: ScriptFacts["daemon"]): string {
  const alone = `out=$(start "$@")`;
  if (daemon === undefined) return alone;
  const { perl, client, hooksSocket } = daemon;
  const there = `[ -S ${quote(hooksSocket)} ] && [ -x ${quote(perl)} ] && [ -s ${quote(client)} ]`;
  return `if [ "\${SNAPHOOK_DAEMON-}" != off ] && ${there}; then
  out=$(
    # Texts where we mean bytes, and a locale it would have to load or to warn of, are none of its business.
    hold PERL_UNICODE PERLIO PERL_SIGNALS PERL_ENCODING
    LC_ALL=C exec ${quote(perl)} -TU ${quote(client)} "$token" "$PWD" "\${LC_ALL+=$LC_ALL}" "$@"
  )
else
  ${alone}
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

/** Those that call the entries of others do so by the canonical names too. */
function namesFor(adapter: Adapter): string[] {
  const canonical = adapter.payloadMarker === undefined ? [] : mountedEvents(adapter).map(([name]) => name);
  return [...new Set([...nativeNames(adapter), ...canonical])];
}

/**
 * Sets the agent that really called: the outermost object of its payload holds its marker. Only if no program can have read
 * the payload: where the agent keeps its pipe open, nothing more would come. One read, for the same reason.
 */
function detectSender(adapters: readonly Adapter[]): string {
  const marked = adapters.filter(({ payloadMarker }) => payloadMarker !== undefined);
  const cases = marked.map(({ name, payloadMarker }) => `    *${quote(payloadMarker!)}*) set -- ${name} "$2" ;;`);
  // Without escapes and strings with braces, inner objects are removed until only the outermost is left.
  const outermost = String.raw`s/\\.//g; s/"[^"]*[][{}][^"]*"/""/g; :a
s/\({.*\){[^{}]*}/\10/
ta`;
  return `if [ ! -s "$program" ]; then
  payload=$(command -p dd bs=65536 count=1 2>/dev/null | command -p tr -d '\\r\\n' | command -p sed ${quote(outermost)})
  case $payload in
${cases.join("\n")}
  esac
fi`;
}
