/** What `install` writes beside the launcher so that it can ask a running daemon, in Perl or from an agent's process. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADAPTERS } from "../../adapters/_registry.js";
import type { LauncherFacts } from "../../adapters/_shared/bridge/ask-daemon.js";
import { SECRET_NAME } from "../../core/hooks/grants.js";
import { ALWAYS_PASSED } from "../../executors/environment.js";
import { PROTOCOL } from "../platform/daemon-paths.js";
import { type ClientFacts, clientScript } from "./client-script.js";

/** Variables that locate our files, identify the caller, and show whether a user is present. */
const NEEDED = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CI", "GITHUB_ACTIONS"];

/** A working Perl; undefined if there is none, and every call then starts its own program. */
export function findPerl(): string | undefined {
  return ["/usr/bin/perl", "/usr/local/bin/perl", "/opt/homebrew/bin/perl"].filter(existsSync).find((path) => {
    const { status, stdout } = spawnSync(path, ["-TU", "-e", 'socket(S, 1, 1, 0) and print "yes"'], {
      encoding: "utf8",
      timeout: 2_000,
    });
    return status === 0 && stdout === "yes";
  });
}

export function clientPath(launcher: string): string {
  return join(dirname(launcher), "launch.pl");
}

/** The version of the installed script; undefined if there is none. */
export function installedVersion(launcher: string): string | undefined {
  try {
    return /"snaphook \d+ (\S+) \$ARGV/.exec(readFileSync(clientPath(launcher), "utf8"))?.[1];
  } catch {
    return undefined; // nothing is wired
  }
}

/** Names, and beginnings of names, of the variables that are sent with every call. A beginning ends with its first `_`. */
function sentNames(): ClientFacts["sent"] {
  const prefixes = new Set(Object.keys(ADAPTERS).map((name) => `${name.split("-")[0]!.toUpperCase()}_`));
  return { names: [...ALWAYS_PASSED, ...NEEDED], prefixes: ["SNAPHOOK_", ...prefixes] };
}

/** The same as one expression. */
export function sentVariables(): string {
  const { names, prefixes } = sentNames();
  return `^(?:${names.join("|")})$|^(?:${prefixes.join("|")})`;
}

/** The script that asks the daemon, for this machine. */
export function clientText(facts: Omit<ClientFacts, "sent" | "exitCall">, perl: string | undefined): string {
  return clientScript({ ...facts, sent: sentNames(), exitCall: perl === undefined ? undefined : exitCallOf(perl) });
}

/** Of `exit_group`, by processor. */
const EXIT_CALLS: Readonly<Record<string, number>> = { x64: 231, arm64: 94 };

/** Undefined if this Perl does not end by it: it may be built for another processor. */
function exitCallOf(perl: string): number | undefined {
  const number = process.platform === "linux" ? EXIT_CALLS[process.arch] : undefined;
  if (number === undefined) return undefined;
  const { status } = spawnSync(perl, ["-TU", "-e", `syscall(${number}, 7); exit 1`], { timeout: 2_000 });
  return status === 7 ? number : undefined;
}

/** What our file in an agent's process needs to call the daemon without the launcher. */
export function bridgeFacts(facts: Pick<LauncherFacts, "version" | "hooksSocket" | "pinned">): string {
  const whole: LauncherFacts = { protocol: PROTOCOL, ...facts, sent: sentVariables(), secret: SECRET_NAME.source };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
