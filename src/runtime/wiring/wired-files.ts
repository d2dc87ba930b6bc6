/** All files with our entries that still call the launcher, in all projects. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseObject } from "../../core/text/json.js";
import { launcherPath } from "./command-line.js";

/** Directory with the originals of those files. */
export function wiredFolder(dataFolder: string): string {
  return join(dataFolder, "wired");
}

export function filesThatCall(dataFolder: string): string[] {
  const launcher = launcherPath(dataFolder);
  return wiredFiles(dataFolder).filter((file) => textOf(file).includes(launcher));
}

/** Files with our entries that `uninstall` has not cleaned, even if they are missing. */
export function wiredFiles(dataFolder: string): string[] {
  return recordsIn(wiredFolder(dataFolder)).flatMap((record) => {
    const file = parseObject(textOf(record))?.["file"];
    return typeof file === "string" ? [file] : [];
  });
}

function recordsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return []; // nothing was ever wired
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // its project is missing
  }
}
