/**
 * The permanent launcher: a small shell script in our data folder that agents call. Its path never changes; updates
 * change its content. It runs a copy of this version kept beside it, so that an npx cache may vanish, and when even
 * Node is gone it answers as the guards' failure contract says, with an answer prepared now.
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { factsFile } from "../../adapters/_shared/bridge/ask-daemon.js";
import { mountedEvents, nativeNames } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { writePrivateFile } from "../../disk/files.js";
import { daemonPlace } from "../platform/daemon-paths.js";
import type { AppPaths } from "../platform/paths.js";
import { packageVersion } from "../platform/paths.js";
import { answerWithoutProgram } from "./answer-without-program.js";
import { launcherPath, quote } from "./command-line.js";
import { bridgeFacts, clientPath, clientScript, findPerl } from "./daemon-client.js";
import { isExecutable } from "./is-executable.js";
import { keepCopy } from "./program-copy.js";

/** Where the program writes its answer: nothing that a hook starts knows of it. */
const ANSWER_HANDLE = 5;
const ANSWER_FLAG = `--answer-on=${ANSWER_HANDLE}`;

/** Throws when the disk refuses. Returns whether anything of it was not there, or not like this. */
export function writeLauncher(places: AppPaths, adapters: readonly Adapter[]): boolean {
  const { program, wasThere } = keepCopy(places.data);
  const launcher = launcherPath(places.data);
  const pinned = {
    HOME: places.home,
    XDG_CONFIG_HOME: places.configHome,
    XDG_DATA_HOME: dirname(places.data),
    XDG_STATE_HOME: dirname(places.state),
    XDG_CACHE_HOME: dirname(places.cache),
  };
  const { hooksSocket } = daemonPlace(places);
  const client = clientPath(launcher);
  const perl = findPerl();
  const daemon = perl === undefined ? undefined : { perl, client, hooksSocket };
  const facts = factsFile(launcher);
  const texts = {
    client: clientScript({ version: packageVersion(), hooksSocket, launcher }),
    facts: bridgeFacts({ version: packageVersion(), hooksSocket, pinned }),
    launcher: script({ program, adapters, pinned, daemon }),
  };
  const isSame =
    wasThere &&
    isExecutable(launcher) &&
    textOf(client) === texts.client &&
    textOf(facts) === texts.facts &&
    textOf(launcher) === texts.launcher;
  writePrivateFile(client, texts.client, { durable: true });
  writePrivateFile(facts, texts.facts, { durable: true });
  writePrivateFile(launcher, texts.launcher, { durable: true, mode: 0o700 });
  return !isSame;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // not there, or not readable
  }
}

/** The Perl that the installed launcher asks the daemon with; undefined when it has none, or is not there. */
export function launcherPerl(dataFolder: string): string | undefined {
  return /exec '([^']*perl)' -TU/.exec(textOf(launcherPath(dataFolder)) ?? "")?.[1];
}

interface ScriptFacts {
  readonly program: string;
  readonly adapters: readonly Adapter[];
  /** Variables that say where our files are. */
  readonly pinned: Readonly<Record<string, string>>;
  /** How a daemon is asked, where this machine has what that takes. */
  readonly daemon: { readonly perl: string; readonly client: string; readonly hooksSocket: string } | undefined;
}

function script({ program, adapters, pinned, daemon }: ScriptFacts): string {
  const cases = adapters.flatMap((adapter) =>
    namesFor(adapter).map((native) => {
      const { stdout, exitCode } = answerWithoutProgram(adapter, native);
      const exit = exitCode === 0 ? "" : `; exit ${exitCode}`;
      return `  "${adapter.name} ${native}") printf '%s' ${quote(stdout)}${exit} ;;`;
    }),
  );
  return [
    "#!/bin/sh",
    "# Written by `snaphook install`; agents call it as: launch AGENT EVENT",
    // Pins config paths so that an environment variable cannot redirect them.
    ...Object.entries(pinned).map(([name, value]) => `export ${name}=${quote(value)}`),
    ...askDaemon(daemon),
    "unset NODE_OPTIONS NODE_EXTRA_CA_CERTS # one may keep Node from starting, the other makes it slow",
    `program=${quote(program)}`,
    "exec 4<&0",
    `for node in ${quote(process.execPath)} node; do`,
    // What the path leads to may be a program of the project, which shall not answer for us.
    '  if [ "$node" = node ]; then',
    "    node=$(command -v node)",
    '    case $node in */node_modules/* | [!/]*) continue ;; "$PWD"/*) [ "$PWD" = "$HOME" ] || continue ;; esac',
    "  fi",
    '  if [ -f "$program" ] && command -v "$node" >/dev/null 2>&1; then',
    // Not in its place: a Node or a copy of ours that is broken must not leave the agent without an answer. What code of a
    // hook prints, by whatever way, goes to stderr: between it and the answer an agent could not tell.
    `    "$node" "$program" hook $how ${ANSWER_FLAG} "$@" <&4 ${ANSWER_HANDLE}>&1 1>&2 & child=$!`,
    // Code that does not come back to hear the signal is ended all the same.
    `    trap 'kill -TERM "$child" 2>/dev/null; ${endLater("$child")} </dev/null 4<&- >/dev/null 2>&1 &' TERM INT HUP`,
    '    wait "$child"; code=$?',
    '    while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done',
    '    case $code in 0 | 2 | 143) exit "$code" ;; esac',
    "    break",
    "  fi",
    "done",
    'echo "snaphook: $program or the Node it runs on is gone or broken; run \\`snaphook install\\` again" >&2',
    ...detectSender(adapters),
    'case "$1 $2" in',
    ...cases,
    "esac",
    "",
  ].join("\n");
}

/** Only while the launcher still waits for it. Later the PID may have been reused. */
function endLater(child: string): string {
  return `{ command -p sleep 2; kill -0 $$ && kill -KILL "${child}"; }`;
}

/** Comes back, as `--alone`, when the daemon cannot; without the means to ask it, the program itself tries. */
function askDaemon(daemon: ScriptFacts["daemon"]): string[] {
  const asked = 'how=--ask; if [ "$1" = --alone ]; then how=--alone; shift; fi';
  if (daemon === undefined) return [asked];
  const { perl, client, hooksSocket } = daemon;
  const there = `[ -S ${quote(hooksSocket)} ] && [ -x ${quote(perl)} ] && [ -s ${quote(client)} ]`;
  return [
    `if [ "$1" != --alone ] && [ "\${SNAPHOOK_DAEMON-}" != off ] && ${there}; then`,
    // Texts where we mean bytes, and a locale it would have to load or to warn of, are none of its business.
    "  unset PERL_UNICODE",
    `  LC_ALL=C exec ${quote(perl)} -TU ${quote(client)} "$PWD" "\${LC_ALL+=$LC_ALL}" "$@"`,
    "fi",
    asked,
  ];
}

/** Those that call the entries of others do so by the canonical names too. */
function namesFor(adapter: Adapter): string[] {
  const canonical = adapter.payloadMarker === undefined ? [] : mountedEvents(adapter).map(([name]) => name);
  return [...new Set([...nativeNames(adapter), ...canonical])];
}

/** Sets the agent that really called: its payload holds its marker. */
function detectSender(adapters: readonly Adapter[]): string[] {
  const cases = adapters.flatMap(({ name, payloadMarker }) =>
    payloadMarker === undefined ? [] : [`  *${quote(payloadMarker)}*) set -- ${name} "$2" ;;`],
  );
  // One read of what is there: an agent may keep its pipe open.
  return ["payload=$(command -p dd bs=262144 count=1 <&4 2>/dev/null)", "case $payload in", ...cases, "esac"];
}
