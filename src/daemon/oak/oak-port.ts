/**
 * DA-05: the port on which OAK's scripts look for a project's daemon. It is named by a file, or derived from the URL of
 * the git remote, so that every clone has the same, or from the path. Git is not run.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writePrivateFile } from "../../disk/files.js";

const FIRST = 37_800;
const COUNT = 1_000;

/** For this machine, not shared… */
export const OVERRIDE = ".oak/ci/daemon.port";
export const OAK_FOLDER = ".oak";
/** …and shared, in the repository. */
const SHARED = "oak/daemon.port";

export function oakPort(project: string): number {
  return portIn(join(project, OVERRIDE)) ?? portIn(join(project, SHARED)) ?? derive(project);
}

/** The parent of `cwd` that is an OAK project or a repository; `cwd` itself if there is none. */
export function oakProject(cwd: string): string {
  for (let folder = resolve(cwd); dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, OAK_FOLDER)) || existsSync(join(folder, ".git"))) return folder;
  }
  return resolve(cwd);
}

/** The next ports in OAK's range, wrapping around. */
export function portsAfter(port: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => FIRST + ((port - FIRST + 1 + index) % COUNT));
}

/** If another program has the project's port. Throws on a disk error. */
export function overrideOakPort(project: string, port: number): void {
  writePrivateFile(join(project, OVERRIDE), `${port}\n`);
}

function derive(project: string): number {
  const from =
    remoteOf(project)
      ?.replace(/\/{1,20}$/, "")
      .replace(/\.git$/, "") ?? realPath(project);
  // OAK's hash; not security-relevant.
  return FIRST + (Number.parseInt(createHash("md5").update(from).digest("hex").slice(0, 8), 16) % COUNT);
}

function portIn(file: string): number | undefined {
  const text = read(file)?.trim() ?? "";
  const port = /^\d{5}$/.test(text) ? Number(text) : 0;
  return port >= FIRST && port < FIRST + COUNT ? port : undefined;
}

/** The URL of `origin`, as `git remote get-url` returns it without further config. */
function remoteOf(project: string): string | undefined {
  const config = read(join(gitFolder(project) ?? "", "config"));
  const section = config?.split(/^[ \t]*(?=\[)/m).find((text) => /^\[remote\s+"origin"\]/.test(text));
  const url = /^[ \t]*url[ \t]*=(.*)$/m.exec(section ?? "")?.[1]?.trim();
  return url === undefined || url === "" ? undefined : url.replace(/^"(.*)"$/, "$1");
}

/** `.git` of the nearest parent; a file there names the real one, and that one the shared one. */
function gitFolder(project: string): string | undefined {
  for (let folder = resolve(project); ; folder = dirname(folder)) {
    const dot = join(folder, ".git");
    if (read(join(dot, "HEAD")) !== undefined) return dot;
    const elsewhere = /^gitdir:\s*(.+?)\s*$/m.exec(read(dot) ?? "")?.[1];
    if (elsewhere !== undefined) {
      const own = resolve(folder, elsewhere);
      return resolve(own, read(join(own, "commondir"))?.trim() ?? ".");
    }
    if (dirname(folder) === folder) return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // missing or unreadable
  }
}
