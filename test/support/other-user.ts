/** Runs a program as somebody else: as nobody where we may, else as a subordinate user of ours. */
import { spawnSync } from "node:child_process";

const AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const AS_SUBORDINATE = [
  "unshare",
  "--map-root-user",
  "--map-auto",
  "setpriv",
  "--reuid=1",
  "--regid=1",
  "--clear-groups",
];

const runs = (prefix: readonly string[]) => spawnSync(prefix[0]!, [...prefix.slice(1), "true"]).status === 0;

/** Undefined where the system gives us no second user. */
const PREFIX = process.getuid?.() === 0 ? [AS_NOBODY].find(runs) : [AS_SUBORDINATE].find(runs);

export const HAS_OTHER_USER = PREFIX !== undefined;

/** What a script of Node prints there. */
export function asOtherUser(script: string, ...args: readonly string[]): string {
  const [program, ...rest] = [...PREFIX!, process.execPath, "-e", script, "--", ...args] as [string, ...string[]];
  const { stdout, stderr } = spawnSync(program, rest, { encoding: "utf8", cwd: "/", env: {}, timeout: 170_000 });
  return stdout.trim() || stderr.trim();
}
