/** The starter hooks file of `init` and `setup --rules`. Those of `setup` are taken away again if they were not changed. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord, parseObject } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { leadsOut, leadsOutFinding } from "../../runtime/wiring/config-file.js";
import { STARTER } from "./starter-text.js";

const NAMES = ["hooks.json", "hooks.jsonc", "hooks.yaml", "hooks.yml"];

/** `project`: its root, if the file is for one. Why it was not written, otherwise undefined. */
export function writeStarter(folder: string, project: string | undefined): Finding | undefined {
  const file = starterFile(folder);
  const taken = NAMES.map((name) => join(folder, name)).find(existsSync);
  if (taken !== undefined) return finding("FILE_EXISTS", "there is a hooks file already", { file: taken });
  try {
    const outside = project === undefined ? undefined : leadsOut(file, project);
    if (outside !== undefined) return leadsOutFinding(file, outside);
    // Whatever the umask, no other user may change what will run.
    mkdirSync(folder, { recursive: true, mode: project === undefined ? 0o700 : 0o755 });
    writeFileSync(file, STARTER, { flag: "wx", mode: project === undefined ? 0o600 : 0o644 });
    return undefined;
  } catch (error) {
    const why = `the file could not be written (${(error as NodeJS.ErrnoException).code})`;
    return finding("FILE_UNWRITABLE", why, { file });
  }
}

export function starterFile(folder: string): string {
  return join(folder, "hooks.jsonc");
}

type Data = Pick<AppPaths, "data">;

function listFile({ data }: Data): string {
  return join(data, "starter-files.json");
}

/** Throws on a disk error. */
export function rememberStarter(places: Data, file: string): void {
  writePrivateFile(listFile(places), `${JSON.stringify({ ...known(places), [file]: sha256(STARTER) })}\n`);
}

/** Those that are as they were written. */
export function untouchedStarters(places: Data): string[] {
  return Object.entries(known(places)).flatMap(([file, hash]) => (hashOf(file) === hash ? [file] : []));
}

/** Removes them, and their folder if nothing else is in it. Throws on a disk error. */
export function takeStarters(places: Data): string[] {
  const ours = untouchedStarters(places);
  for (const file of ours) {
    unlinkSync(file);
    removeIfEmpty(dirname(file));
  }
  if (existsSync(listFile(places))) unlinkSync(listFile(places));
  return ours;
}

function known(places: Data): Readonly<Record<string, unknown>> {
  try {
    const list = parseObject(readFileSync(listFile(places), "utf8"));
    return isRecord(list) ? list : {};
  } catch {
    return {}; // none was written
  }
}

function hashOf(file: string): string | undefined {
  try {
    return sha256(readFileSync(file));
  } catch {
    return undefined; // it was removed
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // other files are in it
  }
}
