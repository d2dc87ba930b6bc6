/**
 * Decides whether a terminal was opened by a program for people. An agent can leave an orphan process without its
 * variables, and give it a terminal (`setsid -f env -i script …`). That terminal was opened by `script`, `python` or
 * `expect`; a user's was opened by one of the programs below.
 */
import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, sep } from "node:path";
import { ancestors, type SeenProcess } from "./ancestors.js";

/** Login programs, by their executable. They count if root started them: any user can start another `sshd`. */
const LOGINS = new Set(["login", "sshd", "sshd-session", "dropbear", "etserver", "etterminal"]);

/** Terminal emulators and editors with terminals. */
const EMULATORS = new Set(
  `Terminal iTerm2 Hyper Warp ghostty gnome-terminal-server kgx ptyxis ptyxis-agent gnome-console konsole yakuake kitty
  alacritty foot footclient wezterm-gui xterm uxterm lxterm urxvt rxvt urxvtd rxvt-unicode st xfce4-terminal mate-terminal
  lxterminal qterminal terminator tilix terminology deepin-terminal io.elementary.terminal cool-retro-term contour rio tabby
  hyper guake tilda warp-terminal blackbox cosmic-term code code-insiders codium vscodium cursor windsurf zed zed-editor`
    .split(/\s+/)
    .filter((name) => name !== ""),
);

/** Multiplexer servers have no parent. One counts if a user's terminal is attached to it. */
const MULTIPLEXERS = new Set(["tmux", "screen", "zellij", "dtach", "abduco"]);

/** System directories: an agent that can write there is root. */
const SYSTEM_FOLDERS = ["/usr/", "/bin/", "/sbin/", "/opt/", "/snap/", "/nix/store/", "/gnu/store/"];

/** True if the parents of a command, nearest first, include a program that opens terminals for people. */
export function openedForPerson(above: readonly SeenProcess[], named: readonly string[]): boolean {
  if (above.some((seen) => isTerminal(seen, named))) return true;
  const multiplexer = above.find((seen) => isProgram(seen, MULTIPLEXERS));
  return multiplexer !== undefined && isAttached(multiplexer, named);
}

function isTerminal(seen: SeenProcess, named: readonly string[]): boolean {
  const { exe } = seen;
  if (exe !== undefined && named.some((one) => exe === one || exe.startsWith(`${one}${sep}`))) return true;
  return isProgram(seen, EMULATORS) || ((seen.uid ?? 0) === 0 && isProgram(seen, LOGINS));
}

/** A process may have any name. Its executable counts, or that another user started it. */
function isProgram({ exe, uid, programs }: SeenProcess, names: ReadonlySet<string>): boolean {
  if (exe !== undefined) return names.has(basename(exe)) && isSystemFile(exe);
  if (process.platform === "linux" && (uid === undefined || uid === process.getuid?.())) return false;
  return programs.some((program) => names.has(basename(program).replace(/^-/, "")));
}

function isSystemFile(exe: string): boolean {
  if (!SYSTEM_FOLDERS.some((folder) => exe.startsWith(folder))) return false;
  if (process.getuid?.() === 0) return true; // root may write everywhere
  try {
    accessSync(exe, constants.W_OK);
    return false;
  } catch {
    return statSync(exe, { throwIfNoEntry: false })?.uid !== process.getuid?.();
  }
}

/** True if another process of the same program runs in a terminal that was opened for a person. */
function isAttached({ pid, exe }: SeenProcess, named: readonly string[]): boolean {
  return processes().some((other) => {
    if (other === pid || !hasTerminal(other)) return false;
    const [client, ...above] = ancestors(other) ?? [];
    return client !== undefined && client.exe === exe && above.some((seen) => isTerminal(seen, named));
  });
}

function processes(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function hasTerminal(pid: number): boolean {
  return Number(statFields(pid)?.[4] ?? 0) !== 0;
}

/**
 * True if this terminal was opened from outside a container (`docker run -it`, `docker exec -it`): its session leader
 * has no parent in this PID namespace, and no process here holds the other end.
 */
export function openedFromOutside(holders: readonly number[]): boolean {
  const leader = Number(statFields("self")?.[3] ?? 0);
  return holders.length === 0 && leader > 0 && statFields(leader)?.[1] === "0";
}

/** From the state on: state, parent, group, session, terminal. */
function statFields(pid: number | "self"): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
