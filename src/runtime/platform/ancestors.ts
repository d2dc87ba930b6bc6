/**
 * The parent processes, nearest first: names, script and environment, as far as the system shows them. Linux shows all
 * of it; macOS no environment; other systems nothing.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its own name, the name it was started by, and its executable, as far as known. */
  readonly programs: readonly string[];
  /** The script of an interpreter. */
  readonly script?: string;
  /** Its command line, as it can be seen: a process may change its own. */
  readonly argv: readonly string[];
  /** Empty if it is not readable. */
  readonly environment: Readonly<Record<string, string>>;
  /** The executable according to the kernel. Only on Linux, and only for readable processes. */
  readonly exe?: string;
  /** The user who started it. Only on Linux. */
  readonly uid?: number;
}

const DEEPEST = 256;
const INTERPRETER = /^(node(js)?|bun|deno|tsx|python[\d.]*|ruby|perl|(ba|da|k|z|fi)?sh)$/;
/** A command follows, not a file. */
const INLINE = /^-[a-z]*[ce]$|^--(eval|print)$/;

/** From this process upwards; undefined if the system shows nothing. */
export function ancestors(first = process.ppid): readonly SeenProcess[] | undefined {
  const look = process.platform === "linux" ? lookInProc : process.platform === "darwin" ? lookWithPs() : undefined;
  if (look === undefined) return undefined;
  const found: SeenProcess[] = [];
  for (let pid = first; pid > 0 && found.length < DEEPEST; ) {
    const seen = look(pid);
    if (seen === undefined) break;
    found.push(seen);
    pid = seen.parent;
  }
  return found.length === 0 && first > 1 ? undefined : found;
}

/** One Linux process; undefined if it has ended or is hidden. */
function lookInProc(pid: number): SeenProcess | undefined {
  const stat = readProc(pid, "stat");
  if (stat === undefined) return undefined;
  const end = stat.lastIndexOf(")"); // a name may contain anything
  const name = stat.slice(stat.indexOf("(") + 1, end);
  const parent = Number(stat.slice(end + 2).split(" ")[1]);
  const argv = (readProc(pid, "cmdline") ?? "").split("\0").filter((part) => part !== "");
  const environment = Object.fromEntries(
    (readProc(pid, "environ") ?? "").split("\0").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)];
    }),
  );
  const exe = linkOf(pid);
  const uid = Number(/^Uid:\s+(\d+)/m.exec(readProc(pid, "status") ?? "")?.[1]);
  const known = { ...(exe === undefined ? {} : { exe }), ...(Number.isNaN(uid) ? {} : { uid }) };
  return { pid, parent, environment, ...known, ...described([name, exe, argv[0]], argv) };
}

/** macOS: one list for all; its words are split at spaces, so a path with a space is incomplete. */
function lookWithPs(): (pid: number) => SeenProcess | undefined {
  const listed = execFileSync("/bin/ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], { encoding: "utf8" });
  const all = new Map<number, SeenProcess>();
  for (const line of listed.split("\n")) {
    const [pid = "", parent = "", ...argv] = line.trim().split(/\s+/);
    if (pid !== "")
      all.set(Number(pid), {
        pid: Number(pid),
        parent: Number(parent),
        environment: {},
        ...described([argv[0]], argv),
      });
  }
  return (pid) => all.get(pid);
}

function described(names: readonly (string | undefined)[], argv: readonly string[]) {
  const programs = [...new Set(names.filter((name): name is string => name !== undefined && name !== ""))];
  const interpreted = programs.some((program) => INTERPRETER.test(basename(program).replace(/^-/, "")));
  const first = argv.findIndex((word, i) => i > 0 && !word.startsWith("-"));
  const script = interpreted && !argv.slice(1, first).some((word) => INLINE.test(word)) ? argv[first] : undefined;
  return { programs, argv, ...(script === undefined ? {} : { script }) };
}

/** Whether it is this program, by name; with a slash, by a part of its path. */
export function runs({ programs, script }: SeenProcess, wanted: string): boolean {
  const files = script === undefined ? programs : [...programs, script];
  return files.some((file) =>
    wanted.includes("/") ? `/${file}/`.includes(`/${wanted}/`) : nameOf(file) === nameOf(wanted),
  );
}

/** `claude`, `-claude` of a login shell, `claude.exe` and `claude.js` are one name. The system cuts names after 15 bytes. */
function nameOf(file: string): string {
  return basename(file)
    .replace(/^-/, "")
    .replace(/\.(exe|[cm]?js)$/i, "");
}

function readProc(pid: number, what: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return undefined; // another user's, or ended
  }
}

function linkOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "");
  } catch {
    return undefined;
  }
}
