/**
 * A process that lives for one event cannot wait for background hooks. It writes them down and starts a detached
 * process that runs them with their own time limits (EX-11, EX-12). Nothing of it holds the agent's pipes.
 */
import { readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { AdmittedHook } from "../core/admission.js";
import { isRecord } from "../core/json.js";
import type { HookEvent } from "../core/payload.js";
import { randomName } from "../sources/digest.js";
import { writePrivateFile } from "../sources/private-file.js";

export interface HandedOff {
  readonly cwd: string;
  readonly hooks: readonly string[];
  readonly event: HookEvent;
  /** Files named for the call, when it was one. */
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
}

export function handOff(stateFolder: string, program: string, job: HandedOff): void {
  const file = join(stateFolder, "background", `${randomName(12)}.json`);
  try {
    writePrivateFile(file, JSON.stringify(job));
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(process.execPath, [program, "run-background", file], {
      detached: true,
      stdio: "ignore",
      windowsHide: true,
    });
    // Reported later, and an event nobody listens to would end this process before it has answered.
    child.once("error", () => takeHandedOff(file));
    child.unref();
  } catch {
    // Nobody waits for a background hook; the record says that it was handed off, the log that it never came back.
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
