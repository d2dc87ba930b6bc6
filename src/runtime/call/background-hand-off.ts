/**
 * A process that lives for one event cannot wait for background hooks. It writes them down and starts a detached
 * process that runs them with their own time limits (EX-11, EX-12). Nothing of it holds the agent's pipes.
 */
import { readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { HookEvent } from "../../core/events/payload.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import { isRecord } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
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
  /** Where the job waits to be taken. */
  readonly state: string;
  readonly program: string;
  /** What its hooks may inherit from, as if they had run here. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function handOff({ state, program, environment }: HandOffPlace, job: HandedOff): void {
  const file = join(state, "background", `${randomName(12)}.json`);
  try {
    writePrivateFile(file, JSON.stringify(job));
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(process.execPath, [program, "run-background", file], {
      detached: true,
      env: holdVariables(environment),
      stdio: "ignore",
      windowsHide: true,
    });
    // Reported later, and an event nobody listens to would end this process before it has answered.
    child.once("error", () => takeHandedOff(file));
    child.unref();
  } catch {
    // Nobody waits for a background hook; the record says that it was handed off, and nothing that it ever ran.
  }
}

/** Reads and removes the job: it is run once. */
export function takeHandedOff(file: string): HandedOff | undefined {
  try {
    const job: unknown = JSON.parse(readFileSync(file, "utf8"));
    unlinkSync(file);
    return isRecord(job) ? (job as unknown as HandedOff) : undefined;
  } catch {
    return undefined; // taken by another process, or damaged
  }
}

export function idsOf(hooks: readonly AdmittedHook[]): string[] {
  return hooks.map((hook) => hook.id);
}
