/** Runs one of our entries exactly as its agent does: its command line, or the file itself. */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import type { NativeCall } from "../../adapters/contract.js";
import { primaryArgument } from "../../core/events/tools.js";
import type { FoundCall } from "./formats/editor.js";
import type { WirePlace } from "./wire.js";

export interface EntryPlace {
  readonly place: WirePlace;
  readonly scope: "user" | "project";
  readonly found: FoundCall;
}

export interface RunFacts {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Our own program: it plays the agent's part for hooks that are code. */
  readonly program: string;
  readonly limitMs?: number;
}

export interface EntryRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly ms: number;
  /** It could not be started. */
  readonly error?: NodeJS.ErrnoException;
  readonly timedOut?: true;
}

/** Far longer than a busy machine needs; agents wait ten minutes. */
export const LIMIT_MS = 20_000;

export function runEntry(entry: EntryPlace, call: NativeCall, facts: RunFacts): Promise<EntryRun> {
  const { program, args, input } = started(entry, call, facts);
  const { adapter, file } = entry.place;
  const startedAt = performance.now();
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: adapter.wiring?.runsInOwnFolder?.(entry.scope) ? dirname(file.path) : facts.cwd,
      env: facts.environment,
      detached: true, // its own process group, so that nothing remains
    });
    const texts = { stdout: "", stderr: "" };
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child.pid);
    }, facts.limitMs ?? LIMIT_MS);
    const end = (more: Pick<EntryRun, "exitCode" | "error">) => {
      clearTimeout(timer);
      done({ ...texts, ...more, ms: Math.round(performance.now() - startedAt), ...(timedOut ? { timedOut } : {}) });
    };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
      });
    child.on("error", (error) => end({ exitCode: null, error }));
    child.on("close", (exitCode) => end({ exitCode }));
    child.stdin.on("error", () => {}); // it may answer before it has read everything
    child.stdin.end(input);
  });
}

function started({ place, found }: EntryPlace, { payload }: NativeCall, { environment, program, cwd }: RunFacts) {
  const { adapter, file } = place;
  const input = JSON.stringify(payload);
  if (file.format.kind === "module") {
    const { tool_name, tool_input } = adapter.decode(adapter.shellCall("", cwd).event, payload).payload;
    const command = primaryArgument(String(tool_name), tool_input);
    const args = [program, "try-bridge", adapter.name, file.path];
    return { program: process.execPath, args, input: JSON.stringify({ command, cwd }) };
  }
  if (found.command === undefined) return { program: file.path, args: [], input };
  const [shell, ...args] = adapter.wiring?.shell?.(environment) ?? ["/bin/sh", "-c"];
  return { program: shell!, args: [...args, found.command], input };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // it has just exited
  }
}
