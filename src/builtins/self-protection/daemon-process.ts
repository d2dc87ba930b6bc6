/** The process of the daemon, as its lock names it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { parseObject } from "../../core/text/json.js";

export function daemonProcess({ state }: Pick<Surroundings, "state">): string | undefined {
  try {
    return String(parseObject(readFileSync(join(state, "daemon/lock"), "utf8"))?.["pid"]);
  } catch {
    return undefined; // no daemon is running
  }
}
