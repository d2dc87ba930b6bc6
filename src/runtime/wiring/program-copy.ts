/**
 * The copy of this program that the launcher runs. A copy is named after its content, appears atomically and never
 * changes, so that running calls keep their version. Unused copies are removed after a day.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { randomName, sha256 } from "../../disk/digest.js";
import { ensurePrivateFolder, syncPath } from "../../disk/files.js";
import { packageRoot, packageVersion } from "../platform/paths.js";
import { launcherPath } from "./command-line.js";
import { keptPackages } from "./copied-packages.js";

const UNUSED_MS = 24 * 3_600_000;
/** Length of the content hash in a copy's name. */
const NAMED_BY = 16;
const PARTS = ["package.json", "dist"];

/** Compile cache of a copy; not part of its content (cli/hook/compiled-code). */
const COMPILED = "compiled";

/** Throws on a disk error. Returns the path of the program. */
export function keepThisVersion(dataFolder: string): string {
  return keepCopy(dataFolder).program;
}

/** The same, and whether it already existed undamaged. */
export function keepCopy(dataFolder: string): { readonly program: string; readonly wasThere: boolean } {
  const versions = join(dataFolder, "versions");
  const content = contentOf(packageRoot());
  const wanted = folderFor(versions, content);
  const wasThere = holds(wanted, content);
  const folder = wasThere ? wanted : copyThisVersion(versions);
  sweep(versions, folder, launcherPath(dataFolder));
  return { program: join(folder, "dist/snaphook.cjs"), wasThere };
}

function copyThisVersion(versions: string): string {
  const copy = join(versions, `.tmp-${randomName(6)}`);
  ensurePrivateFolder(copy);
  try {
    for (const part of PARTS)
      cpSync(join(packageRoot(), part), join(copy, part), { recursive: true, filter: isNeeded });
    for (const { name, folder } of keptPackages(packageRoot()))
      cpSync(folder, join(copy, "node_modules", name), { recursive: true, dereference: true });
    ensurePrivateFolder(join(copy, COMPILED));
    makePrivate(copy);
    syncAll(copy);
    return moveInPlace(copy, versions);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Removes group and world write permission, which the source package may have. */
function makePrivate(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chmodSync(path, statSync(path).mode & 0o700);
  }
}

/** The launcher may only refer to files that survive a power failure. */
function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) syncPath(join(entry.parentPath, entry.name));
  syncPath(folder);
}

function moveInPlace(copy: string, versions: string): string {
  const content = contentOf(copy);
  const folder = folderFor(versions, content);
  try {
    // A different copy of this name is damaged: it is moved aside, to be swept.
    if (existsSync(folder) && !holds(folder, content)) renameSync(folder, `${copy}-damaged`);
    renameSync(copy, folder);
    for (const parent of [versions, dirname(versions)]) syncPath(parent);
  } catch (error) {
    if (!holds(folder, content)) throw error; // otherwise another installation was faster
  }
  return folder;
}

function folderFor(versions: string, content: string): string {
  return join(versions, `${packageVersion()}-${content.slice(0, NAMED_BY)}`);
}

function isNeeded(path: string): boolean {
  return !path.endsWith(".d.ts");
}

function holds(folder: string, content: string): boolean {
  try {
    return contentOf(folder) === content;
  } catch {
    return false; // missing or incomplete
  }
}

/** One hash of the names and bytes of all files, including copied packages. */
function contentOf(folder: string): string {
  const parts = [
    { name: "dist", at: join(folder, "dist") },
    ...keptPackages(folder).map((kept) => ({ name: kept.name, at: kept.folder })),
  ];
  const files = parts.flatMap(({ name, at }) =>
    readdirSync(at, { recursive: true, encoding: "utf8" })
      .filter((file) => isNeeded(file) && statSync(join(at, file)).isFile())
      .map((file) => ({ name: `${name}/${file}`, path: join(at, file) })),
  );
  const all = [{ name: "package.json", path: join(folder, "package.json") }, ...files];
  const lines = all.map(({ name, path }) => `${name} ${sha256(readFileSync(path))}`);
  return sha256(lines.sort().join("\n"));
}

/** True if this program's copy is undamaged: its directory is named after its content. */
export function isWhole(program: string): boolean {
  const folder = dirname(dirname(program));
  try {
    return basename(folder).endsWith(`-${contentOf(folder).slice(0, NAMED_BY)}`);
  } catch {
    return false; // part of it is missing or unreadable
  }
}

/** The previous copy may still be running: its day starts now. */
function sweep(versions: string, current: string, launcher: string): void {
  try {
    const now = Date.now();
    const called = existsSync(launcher) ? readFileSync(launcher, "utf8") : "";
    for (const name of readdirSync(versions)) {
      const folder = join(versions, name);
      if (folder === current) continue;
      if (called.includes(join("versions", name, "dist"))) utimesSync(folder, now / 1000, now / 1000);
      else if (now - statSync(folder).mtimeMs > UNUSED_MS) rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    // Another installation sweeps too, or a disk error: leftovers do no harm.
  }
}
