/**
 * A process that lives for one event cannot wait for background hooks. It starts a detached process that runs them with
 * their own time limits (EX-11, EX-12). Nothing of it holds the agent's pipes. The event is handed over as the stdin of that
 * process, in a file without a name: it may hold secrets, and a kill of either process must leave nothing behind.
 */
import { closeSync } from "node:fs";
import type { HookEvent } from "../../core/events/payload.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import { isRecord } from "../../core/text/json.js";
import { openNamelessFile, readFromStart } from "../../disk/files.js";
import { holdVariables } from "../platform/held-environment.js";

export interface HandedOff {
  readonly cwd: string;
  /** Where the agent was started, if it tells. */
  readonly startedIn?: string;
  readonly hooks: readonly string[];
  readonly event: HookEvent;
  /** Files named for the call, when it was one. */
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
  /** Other systems whose files were asked for. */
  readonly dialects?: readonly string[];
}

export interface HandOffPlace {
  readonly program: string;
  /** What its hooks may inherit from, as if they had run here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function handOff({ program, environment }: HandOffPlace, job: HandedOff): void {
  try {
    const stdin = openNamelessFile(JSON.stringify(job));
    try {
      const { spawn } = process.getBuiltinModule("node:child_process");
      const child = spawn(process.execPath, [program, "run-background"], {
        detached: true,
        env: holdVariables(environment),
        stdio: [stdin, "ignore", "ignore"],
        windowsHide: true,
      });
      // Reported later, and an event without a listener would end this process before it has answered.
      child.once("error", () => {});
      child.unref();
    } finally {
      closeSync(stdin);
    }
  } catch {
    // Nobody waits for a background hook; the record says that it was handed off, and nothing that it ever ran.
  }
}

/** Of the process that was started for it. */
export function takeHandedOff(stdin = 0): HandedOff | undefined {
  try {
    const job: unknown = JSON.parse(readFromStart(stdin));
    return isRecord(job) ? (job as unknown as HandedOff) : undefined;
  } catch {
    return undefined; // started by something else
  }
}

export function idsOf(hooks: readonly AdmittedHook[]): string[] {
  return hooks.map((hook) => hook.id);
}
