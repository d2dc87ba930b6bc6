/**
 * The launcher's way to a running daemon: bash alone, without starting another program on the good path. See
 * daemon/protocol.ts for what is said. Nothing is read from stdin before the daemon has taken the call, so whoever answers
 * instead finds it whole.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Adapter } from "../../adapters/contract.js";
import { ALWAYS_PASSED } from "../../executors/environment.js";

export const DAEMON_PROTOCOL = 1;

/** What places, presence and sender of a call are read from, beside what hooks may see. */
const NEEDED = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CI", "GITHUB_ACTIONS"];

/** A bash that can open sockets and tell which variables it inherited; undefined when there is none. */
export function findBash(): string | undefined {
  const works = 'exec 3<>/dev/tcp/127.0.0.1/1; [ "${BASH_VERSINFO[0]}" -ge 5 ]';
  return ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash"]
    .filter(existsSync)
    .find((path) => {
      const { status, stderr } = spawnSync(path, ["-c", works], { encoding: "utf8", timeout: 2_000 });
      return status === 0 && !/No such file|not supported/i.test(stderr);
    });
}

export interface ClientOptions {
  readonly adapters: readonly Adapter[];
  readonly version: string;
  /** Where a running daemon can be reached. */
  readonly addressFile: string;
}

/** The first part of the launcher: ends the script when the daemon took the call. */
export function daemonClient({ adapters, version, addressFile }: ClientOptions): string {
  return `ask_daemon() {
  local port token name word ms code out err last= lasterr= list=("$PWD")
  IFS=' ' read -r port token <${quote(addressFile)} && exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  case $1 in
${adapters.map((adapter) => `    ${adapter.name}) set -- "$1" "$2" ${variablesOf(adapter)} ;;`).join("\n")}
    *) return 1 ;;
  esac
  for name in ${[...ALWAYS_PASSED, ...NEEDED].join(" ")} "\${@:3}"; do
    case $name in *KEY*|*TOKEN*|*SECRET*|*PASS*|*AUTH*|*CREDENTIAL*) continue ;; esac
    [[ \${!name@a} == *x* ]] && list+=("$name=\${!name}")
  done
  LC_ALL=C
  printf '%s\\0' "snaphook ${DAEMON_PROTOCOL} ${version} $token $1 $2"$'\\n'"\${list[0]}" "\${list[@]:1}" '' >&3
  IFS=' ' read -r -t 2 -u 3 word ms code out err && [[ $word == accepted ]] || return 1
  ((out)) && IFS= read -r -N "$out" -u 3 last
  ((err)) && IFS= read -r -N "$err" -u 3 lasterr
  # Another program copies: bash would read a pipe byte by byte, and wait for an agent that keeps it open.
  cat <&4 >&3 2>/dev/null &
  word=
  while [[ -z $word ]]; do IFS=' ' read -r -t "$((ms / 1000 + 1))" -u 3 word token out err || break; done
  if [[ $word == answer ]]; then
    code=$token last= lasterr=
    ((out)) && IFS= read -r -N "$out" -u 3 last
    ((err)) && IFS= read -r -N "$err" -u 3 lasterr
  else
    lasterr="snaphook: the daemon ended while it checked this call"$'\\n'
  fi
  kill $! 2>/dev/null
  exec 2>&5
  [[ -n $lasterr ]] && printf '%s' "$lasterr" >&2
  printf '%s' "$last"
  exit "$code"
}
exec 4<&0
if [[ \${SNAPHOOK_DAEMON-} != off ]]; then
  exec 5>&2 2>/dev/null
  ask_daemon "$1" "$2"
  exec 2>&5 5>&-
fi`;
}

/** What decides who called and whether a person is there. Other agents read Claude Code's files and call its entries. */
function variablesOf({ name }: Adapter): string {
  const prefixes = new Set([
    "SNAPHOOK_",
    prefixOf(name),
    ...(name.startsWith("claude") ? ["COPILOT_", "CURSOR_"] : []),
  ]);
  return [...prefixes].map((prefix) => `"\${!${prefix}@}"`).join(" ");
}

const prefixOf = (name: string) => `${name.split("-")[0]!.toUpperCase()}_`;

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
