/** Processes of this user that answer agents without a daemon, or run background hooks. For `snaphook stop-all`. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { type AppPaths, findPlaces } from "./paths.js";

const ROLES: ReadonlySet<string> = new Set(["hook", "run-background"]);

/** Only of this installation: on Linux by the variables they were started with, elsewhere by the program in `data`. */
export function runningHooks({ data }: Pick<AppPaths, "data">): number[] {
  try {
    return process.platform === "linux" ? inProc(data) : withPs(data);
  } catch {
    return []; // the system does not show processes
  }
}

function inProc(data: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => isHook(read(pid, "cmdline")) && dataOf(read(pid, "environ")) === data).map(Number);
}

function withPs(data: string): number[] {
  const listed = execFileSync("/bin/ps", ["-x", "-ww", "-o", "pid=,command="], { encoding: "utf8" });
  return listed.split("\n").flatMap((line) => {
    const [pid = "", ...argv] = line.trim().split(/\s+/);
    const isOurs = argv.some((word) => word.startsWith(`${data}/`)) && isHook(argv);
    return isOurs && Number(pid) !== process.pid ? [Number(pid)] : [];
  });
}

function isHook(argv: readonly string[]): boolean {
  const at = argv.findIndex((word) => word.endsWith("snaphook.cjs"));
  return at > 0 && ROLES.has(argv[at + 1] ?? "");
}

function dataOf(variables: readonly string[]): string {
  const environment = Object.fromEntries(
    variables.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]),
  );
  return environment["HOME"] === undefined ? "" : findPlaces(environment).data;
}

function read(pid: string, what: "cmdline" | "environ"): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8").split("\0");
  } catch {
    return []; // of another user, or ended
  }
}
