/** Finds, starts and stops the daemon of this user, even if it no longer responds. */
import { spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { JsonObject } from "../core/text/json.js";
import { daemonPlace, preparePlace } from "../runtime/platform/daemon-paths.js";
import { type AppPaths, currentFolder } from "../runtime/platform/paths.js";
import { isAlive } from "../runtime/platform/process-alive.js";
import { askDaemon, type DaemonAddress, type DaemonReply, type DaemonRequest } from "./daemon-http.js";
import { lockHolder, silentMs } from "./daemon-lock.js";

export type Found =
  | { readonly state: "running"; readonly status: JsonObject }
  /** It holds the lock and does not answer. */
  | { readonly state: "hung"; readonly pid: number }
  | { readonly state: "down" };

/** Small young generation: the daemon allocates little at a time, and V8 would keep a larger heap. */
const SMALL_HEAP = ["--max-semi-space-size=4"];
/** Of this daemon alone, and never through a link. */
const OUTPUT = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
const START_LIMIT_MS = 10_000;
const STARTING_MS = 8_000;
/** A command that upgrades the store says that it is alive more often, except while it migrates. */
const UPGRADING_MS = 120_000;
const STOP_LIMIT_MS = 8_000;
const KILL_AFTER_MS = 3_000;

export function addressOf(places: Pick<AppPaths, "state">): DaemonAddress {
  const { controlSocket, tokens } = daemonPlace(places);
  return { socket: controlSocket, tokenFile: tokens };
}

export function ask(places: Pick<AppPaths, "state">, wanted: DaemonRequest): Promise<DaemonReply> {
  return askDaemon(addressOf(places), wanted);
}

export async function findDaemon(places: Pick<AppPaths, "state">): Promise<Found> {
  const place = daemonPlace(places);
  for (;;) {
    const reply = await ask(places, { path: "/v1/status" });
    if (reply.kind === "ok") return { state: "running", status: reply.body };
    const holder = lockHolder(place);
    if (holder === undefined) return { state: "down" };
    // A daemon that just took the lock may be about to answer.
    const limitMs = holder.work === "daemon" ? STARTING_MS : UPGRADING_MS;
    if (silentMs(place) > limitMs) return { state: "hung", pid: holder.pid };
    await wait(100);
  }
}

/**
 * Starts a detached daemon. Does not wait until it is up. Its working directory is `/`, so that it blocks no other
 * directory; it receives the project in which it was started.
 */
export function launchDaemon(places: AppPaths, program: string): void {
  const place = daemonPlace(places);
  preparePlace(place);
  const log = openSync(`${place.log}.out`, OUTPUT, 0o600);
  try {
    const child = spawn(process.execPath, [...SMALL_HEAP, program, "up", "--serve", "--project", currentFolder()], {
      cwd: "/",
      detached: true,
      stdio: ["ignore", log, log],
      // It serves many agents: it must not inherit the environment of the one that started it.
      env: daemonEnvironment(places),
    });
    child.on("error", () => {}); // reported by the next step: it does not answer
    child.unref();
  } finally {
    closeSync(log);
  }
}

/** Its status, or why there is none. Never rejects. */
export async function startDetached(
  places: AppPaths,
  program: string,
): Promise<{ status: JsonObject } | { problem: string }> {
  try {
    launchDaemon(places, program);
  } catch (error) {
    return { problem: (error as Error).message };
  }
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(25)) {
    const found = await findDaemon(places);
    if (found.state === "running") return { status: found.status };
  }
  return { problem: "the daemon did not start" };
}

/** The reason of a stop that another start follows. */
export const RESTARTED = "it is restarted";

/** How many calls and questions wait for a person. */
export async function waitingAsks(places: Pick<AppPaths, "state">): Promise<number> {
  const reply = await ask(places, { path: "/v1/status" });
  return reply.kind === "ok" ? Number(reply.body["openAsks"]) : 0;
}

/** Sends SIGTERM, then SIGKILL. Returns how it ended, or that it is still running. */
export async function stopDaemon(
  places: AppPaths,
  why?: string,
): Promise<"was not running" | "ended" | "killed" | "still there"> {
  const holder = lockHolder(daemonPlace(places));
  if (holder === undefined || holder.work === "store") return "was not running";
  const { pid } = holder;
  const asked = await ask(places, { method: "POST", path: "/v1/stop", body: why === undefined ? {} : { why } });
  if (asked.kind !== "ok") signal(pid, "SIGTERM");
  if (await gone(pid, asked.kind === "ok" ? STOP_LIMIT_MS : KILL_AFTER_MS)) return "ended";
  signal(pid, "SIGKILL");
  return (await gone(pid, KILL_AFTER_MS)) ? "killed" : "still there";
}

/** Whether a user stopped it with `snaphook down`, so that it must not be started automatically. */
export function wasStopped(places: Pick<AppPaths, "state">): boolean {
  return existsSync(daemonPlace(places).stopped);
}

function daemonEnvironment({ home, configHome, data, state, cache }: AppPaths): Record<string, string | undefined> {
  const { PATH, USER, LOGNAME, SHELL, LANG, LC_ALL, TZ, TMPDIR } = process.env;
  const parent = (folder: string) => folder.slice(0, folder.lastIndexOf("/"));
  return {
    ...{ PATH, USER, LOGNAME, SHELL, LANG, LC_ALL, TZ, TMPDIR },
    HOME: home,
    XDG_CONFIG_HOME: configHome,
    XDG_DATA_HOME: parent(data),
    XDG_STATE_HOME: parent(state),
    XDG_CACHE_HOME: parent(cache),
  };
}

async function gone(pid: number, limitMs: number): Promise<boolean> {
  for (const until = Date.now() + limitMs; Date.now() < until; await wait(25)) if (!isAlive(pid)) return true;
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // removed meanwhile
  }
}
