/**
 * Whether the command line of the calling agent shows that no person is at it. Read only if a question is about to be asked.
 * An agent that deceives us here is held or asks its own person; it cannot get an approval.
 */
import { readlinkSync } from "node:fs";
import { PROCESSES } from "../../adapters/_processes.js";
import { placeOf } from "../../adapters/_shared/bridge/call-daemon.js";
import type { AloneSigns } from "../../adapters/contract.js";
import { lookUp } from "../../core/text/json.js";
import { ancestors, runs } from "../platform/ancestors.js";
import type { AgentCall } from "./types.js";

/** False if it is unknown: also on systems that do not show where a process runs. */
export function runsAlone({ adapter, clientPid, cwd }: Pick<AgentCall, "adapter" | "clientPid" | "cwd">): boolean {
  const known = lookUp(PROCESSES, adapter.name);
  if (known?.alone === undefined || clientPid === undefined || !isIn(clientPid, cwd)) return false;
  const { programs, alone } = known;
  const agent = ancestors(clientPid)?.find((seen) => programs.some((program) => runs(seen, program)));
  return agent !== undefined && showsAlone(agent.argv, alone, () => hasTerminal(agent.pid));
}

/** `hasInput`: whether its input is a terminal; undefined if that is unknown. */
export function showsAlone(
  argv: readonly string[],
  { options, needsTerminal, unless }: AloneSigns,
  hasInput: () => boolean | undefined,
): boolean {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const has = (names: readonly string[]) =>
    words.some((word) => names.some((name) => word === name || word.startsWith(`${name}=`)));
  if (has(unless)) return false;
  return has(options) || (needsTerminal === true && hasInput() === false);
}

/** In another PID namespace the number is that of another process. */
function isIn(pid: number, cwd: string): boolean {
  try {
    return placeOf(`/proc/${pid}/cwd`) === placeOf(cwd);
  } catch {
    return false; // another user's
  }
}

function hasTerminal(pid: number): boolean | undefined {
  try {
    return /^\/dev\/(?:pts\/|tty|console)/.test(readlinkSync(`/proc/${pid}/fd/0`));
  } catch {
    return undefined;
  }
}
