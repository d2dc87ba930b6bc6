/**
 * The direct connection of an agent's process to the daemon's socket, without the launcher. Sends the same as the
 * launcher, from data that `snaphook install` writes beside it. Undefined: use the launcher.
 */
import { lstatSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { callDaemon } from "./call-daemon.js";

/** What `install` wrote beside the launcher. */
export interface LauncherFacts {
  readonly protocol: number;
  readonly version: string;
  readonly hooksSocket: string;
  /** Regular expressions for variable names. */
  readonly sent: string;
  readonly secret: string;
  /** Environment variables that locate our files. */
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
  readonly holdSeconds: number;
  readonly signal: AbortSignal;
}

/** The text for stdout; undefined if the daemon did not accept the call, and no hook has run. Never rejects. */
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
    return undefined; // not installed by this version, or the directory is missing: the launcher handles it
  }
}

/** A directory that others can write to may contain their socket. */
function isPrivate(folder: string): boolean {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
}
