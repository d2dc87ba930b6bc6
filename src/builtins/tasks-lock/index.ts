/** Allows only the lock holder to change a shared task list (BI-C2). */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { deny } from "../../core/decision/decision.js";
import type { Builtin, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { readOwnFile, realPath } from "../_shared/paths/safe-files.js";
import { writtenFiles } from "../_shared/paths/written-files.js";
import { unlessExcepted } from "../_shared/state/unless-excepted.js";
import { shown } from "../_shared/text/shown.js";
import { readLock, type TasksLock } from "./read-lock.js";

const OPTIONS = {
  files: { type: "texts", default: ["TASKS.yaml"], help: "Names of files that have a lock" },
  command: { type: "text", default: "cortex tasks lock", help: "Command that takes the lock, shown in the denial" },
} satisfies BuiltinOptions;

const MOST_BYTES = 4_000_000;

const tasksLock: Builtin = {
  name: "tasks-lock",
  summary: "Denies a change of TASKS.yaml unless this agent holds its lock and the lock has not expired.",
  from: "cortex",
  example: { event: "PreToolUse", builtin: "tasks-lock", options: { files: ["TASKS.yaml"] } },
  events: ["PreToolUse"],
  match: {},
  guard: true,
  options: OPTIONS,
  variables: ["CORTEX_EXECUTION_ID", "USER", "LOGNAME"],
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, options, services) {
    const { files, command } = { ...defaults, ...options } as typeof defaults;
    return async (payload) => {
      const written = writtenFiles(payload, surroundings).flatMap((one) => [one, realPath(one) ?? one]);
      const path = written.find((one) => files.includes(basename(one)));
      if (path === undefined) return undefined;
      const real = realPath(path) ?? path;
      const file = await readOwnFile(real, MOST_BYTES);
      if (file === undefined && !existsSync(real)) return undefined; // a new list has no lock yet
      const why =
        file === undefined ? "has an invalid lock" : whyNot(readLock(file.text), services.now(), surroundings);
      return why === undefined
        ? undefined
        : unlessExcepted("tasks-lock", payload, surroundings, services, () =>
            deny(`${shown(basename(path))} ${why}. Take the lock first: \`${command}\`. Then retry the change.`),
          );
    };
  },
};

const defaults = {
  files: OPTIONS.files.default as readonly string[],
  command: OPTIONS.command.default,
};

function whyNot(lock: TasksLock | undefined, now: number, { environment }: Surroundings): string | undefined {
  if (lock === undefined) return "is not locked";
  // An unreadable expiry counts as expired.
  if (!(lock.expiresAt > now)) return "has an expired lock";
  const self = environment["CORTEX_EXECUTION_ID"];
  const person = environment["USER"] ?? environment["LOGNAME"];
  const isOwn =
    self !== undefined && self !== "" ? lock.owner === self : isManual(lock.owner) === person && person !== undefined;
  return isOwn ? undefined : `is locked by ${shown(lock.owner)}`;
}

/** A lock that a user took by hand is `manual:USER:PID`; its process has ended by then. */
function isManual(owner: string): string | undefined {
  return /^manual:([^:]+):\d+$/.exec(owner)?.[1];
}

export default tasksLock;
