/** Runs a task in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { packageRoot } from "../../runtime/platform/paths.js";
import type { Tasks } from "./backup-process.js";

export interface RunningTask<Result> {
  readonly child: ChildProcess;
  /** Never rejects. */
  readonly result: Promise<Result | { readonly problem: Finding }>;
}

const MOST_STDERR = 2_000;

export function startTask<T extends keyof Tasks>(
  task: T,
  request: Tasks[T]["request"],
): RunningTask<Tasks[T]["result"]> {
  const child = spawn(process.execPath, [join(packageRoot(), "dist/backup-process.cjs")], {
    stdio: ["pipe", "pipe", "pipe"],
    cwd: "/",
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] = name === "stdout" ? texts.stdout + text : (texts.stderr + text).slice(-MOST_STDERR);
    });
  child.stdin.on("error", () => {}); // it ended: reported below
  child.stdin.end(JSON.stringify({ task, request }));
  const result = new Promise<Tasks[T]["result"] | { readonly problem: Finding }>((done) => {
    const failed = (why: string) =>
      done({ problem: finding(task === "make" ? "BACKUP_FAILED" : "RESTORE_FAILED", why) });
    child.on("error", (error) => failed(error.message));
    child.on("close", (code, signal) => {
      try {
        done(JSON.parse(texts.stdout) as Tasks[T]["result"]);
      } catch {
        failed(`its process ended with ${signal ?? `code ${code}`}${texts.stderr === "" ? "" : `: ${texts.stderr}`}`);
      }
    });
  });
  return { child, result };
}

export function runTask<T extends keyof Tasks>(task: T, request: Tasks[T]["request"]) {
  return startTask(task, request).result;
}
