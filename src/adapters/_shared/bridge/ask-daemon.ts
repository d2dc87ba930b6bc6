/**
 * The short way of an agent's own process to the daemon: its socket, without the launcher in between. Says the same as the
 * launcher, from facts that `snaphook install` writes beside it. Undefined means: ask the launcher.
 */
import { lstatSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { callDaemon } from "./call-daemon.js";

/** What `install` wrote beside the launcher. */
export interface LauncherFacts {
  readonly protocol: number;
  readonly version: string;
  readonly hooksSocket: string;
  /** Sources of regular expressions for names of variables. */
  readonly sent: string;
  readonly secret: string;
  /** Variables that decide where our files are. */
  readonly pinned: Readonly<Record<string, string>>;
}

export function factsFile(launcher: string): string {
  return `${launcher}.json`;
}

export interface BridgeCall {
  readonly launcher: string;
  readonly agent: string;
  readonly event: string;
  readonly payload: string;
  readonly signal: AbortSignal;
}

/** The text for stdout; undefined if the daemon did not take the call, and no hook has run. Never rejects. */
export async function askDaemon({ launcher, ...call }: BridgeCall): Promise<string | undefined> {
  try {
    if (process.env["SNAPHOOK_DAEMON"] === "off") return undefined;
    const facts = JSON.parse(readFileSync(factsFile(launcher), "utf8")) as LauncherFacts;
    if (!isPrivate(dirname(facts.hooksSocket))) return undefined;
    const cwd = process.cwd();
    const answer = await callDaemon({
      ...call,
      socket: facts.hooksSocket,
      protocol: facts.protocol,
      version: facts.version,
      cwd,
      environment: { ...process.env, PWD: cwd, ...facts.pinned },
      sent: new RegExp(facts.sent),
      secret: new RegExp(facts.secret, "i"),
    });
    return answer?.stdout;
  } catch {
    return undefined; // not installed by this version, or no folder to be in: the launcher knows what to do
  }
}

/** A folder that others can write to may hold a socket of theirs. */
function isPrivate(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
}
