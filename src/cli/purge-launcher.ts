/** Removes the launcher and the program it runs, once no agent of this person calls it any more. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Adapter } from "../adapters/contract.js";
import { type Finding, finding } from "../core/errors.js";
import { launcherPath } from "../runtime/wiring/command-line.js";
import { clientPath } from "../runtime/wiring/daemon-client.js";
import { wiredState } from "../runtime/wiring/wire.js";
import { filesThatCall } from "../runtime/wiring/wired-files.js";
import { wirableAgents, wirePlaces } from "./agents.js";
import type { Call } from "./command.js";

/** `done`: agents that count as taken out already, in a dry run. Returns why it had to stay. */
export function purgeLauncher(call: Call, done: readonly Adapter[], dryRun: boolean): Finding | undefined {
  const file = launcherPath(call.places.data);
  const users = wirableAgents().filter((adapter) => !done.includes(adapter) && mayCall(adapter, call));
  if (users.length > 0) {
    const names = users.map(({ name }) => name).join(" ");
    return finding("LAUNCHER_IN_USE", `the launcher stays, for these agents may call it: ${names}`, { file });
  }
  const elsewhere = inProjects(call);
  // Agents that block when the launcher is gone would let nobody work there.
  if (elsewhere.length > 0)
    return finding(
      "LAUNCHER_IN_USE",
      `the launcher stays, for these files of projects call it: ${elsewhere.join(", ")}`,
      {
        file,
      },
    );
  if (dryRun) return undefined;
  try {
    for (const part of [file, clientPath(file)]) rmSync(part, { force: true });
    rmSync(join(call.places.data, "versions"), { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return finding("FILE_UNWRITABLE", `the launcher could not be removed (${(error as Error).message})`, { file });
  }
}

function inProjects(call: Call): string[] {
  const persons = new Set(
    wirableAgents().flatMap((adapter) => wirePlaces(adapter, call, "user").map((place) => place.file.path)),
  );
  return filesThatCall(call.places.data).filter((file) => !persons.has(file));
}

/** A file that cannot be read may hold a call. */
function mayCall(adapter: Adapter, call: Call): boolean {
  return wirePlaces(adapter, call, "user")
    .map(wiredState)
    .some(({ count, problem }) => count > 0 || problem !== undefined);
}
