/**
 * A process that lives for one event cannot wait for background hooks. It starts a detached process that runs them with
 * their own time limits (EX-11, EX-12) and holds none of the agent's pipes. That process receives the event on stdin
 * from an unlinked file: it may contain secrets, and a kill of either process must leave nothing behind.
 */
import { closeSync } from "node:fs";
import type { HookEvent } from "../../core/events/payload.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import { isRecord } from "../../core/text/json.js";
import { openNamelessFile, readFromStart } from "../../disk/files.js";
import { holdVariables } from "../platform/held-environment.js";

export interface HandedOff {
  readonly cwd: string;
  /** Where the agent was started, if known. */
  readonly startedIn?: string;
  readonly hooks: readonly string[];
  readonly event: HookEvent;
  /** Files named for the call, if any. */
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
  /** Other systems whose files were requested. */
  readonly dialects?: readonly string[];
}

export interface HandOffPlace {
  readonly program: string;
  /** The environment for its hooks, as if they had run here. */
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
      // Reported later; an event without a listener would end this process before it answers.
      child.once("error", () => {});
      child.unref();
    } finally {
      closeSync(stdin);
    }
  } catch {
    // The result of a background hook is not awaited; the record says that it was handed off, not that it ran.
  }
}

/** Of the started process. */
export function takeHandedOff(stdin = 0): HandedOff | undefined {
  try {
    const job: unknown = JSON.parse(readFromStart(stdin));
    return isRecord(job) ? (job as unknown as HandedOff) : undefined;
  } catch {
    return undefined; // started by another program
  }
}

export function idsOf(hooks: readonly AdmittedHook[]): string[] {
  return hooks.map((hook) => hook.id);
}
