/** What the daemon's commands share: asking the running one, starting one in the background, and saying that none runs. */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { finding } from "../core/errors.js";
import { askDaemon, type ControlReply } from "../daemon/control.js";
import { daemonPlace } from "../daemon/places.js";
import { ensurePrivateFolder } from "../sources/private-file.js";
import type { Call } from "./command.js";
import { refuse } from "./print.js";

const START_LIMIT_MS = 10_000;

export interface DaemonStatus {
  readonly pid: number;
  readonly version: string;
  readonly upSeconds: number;
  readonly state: string;
  readonly events: number;
  readonly openAsks: number;
  readonly memoryMb: number;
}

export function control(call: Call, method: string, path: string, body?: object): Promise<ControlReply | undefined> {
  return askDaemon(daemonPlace(call.places).socket, method, path, body);
}

export async function daemonStatus(call: Call): Promise<DaemonStatus | undefined> {
  return (await control(call, "GET", "/v1/status"))?.body as DaemonStatus | undefined;
}

export function refuseWithoutDaemon(call: Call): void {
  refuse(call, finding("DAEMON_DOWN", "no daemon runs; hooks answer without one"));
}

/** Its status once it answers; undefined when it did not come up. Nothing of ours keeps it, and it keeps nothing of ours. */
export async function startInBackground(call: Call): Promise<DaemonStatus | undefined> {
  const place = daemonPlace(call.places);
  ensurePrivateFolder(place.folder);
  const log = openSync(place.log, "a", 0o600);
  const child = spawn(process.execPath, [call.program, "up", "--serve"], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    env: { ...call.environment, NODE_EXTRA_CA_CERTS: undefined },
  });
  closeSync(log);
  child.on("error", () => {}); // said by what follows: it does not answer
  child.unref();
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(50)) {
    const status = await daemonStatus(call);
    if (status !== undefined) return status;
  }
  return undefined;
}

/** Whether it has gone. */
export async function stopDaemon(call: Call): Promise<boolean> {
  await control(call, "POST", "/v1/stop");
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await wait(50))
    if ((await daemonStatus(call)) === undefined) return true;
  return false;
}
