/** Disk access for coverage: each file is read once. */
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { RecordingProbe } from "../discover/recording-probe.js";
import type { CoverageDisk } from "./walk.js";

/** Larger files are covered but not parsed as scripts. */
const LARGEST_SCRIPT = 1_000_000;

export function readingDisk(probe: RecordingProbe): CoverageDisk {
  const texts = new Map<string, string | undefined>();
  const stat = (path: string) => {
    try {
      return isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    } catch {
      return undefined; // below a file, or in an unreadable directory
    }
  };
  const size = (path: string) => {
    const found = stat(path);
    return found?.isFile() ? found.size : 0;
  };
  return {
    text(path) {
      if (!texts.has(path)) {
        const isText = stat(path)?.isFile() === true;
        texts.set(path, !isText ? undefined : size(path) > LARGEST_SCRIPT ? "" : probe.read(path));
      }
      return texts.get(path);
    },
    size,
    isFolder: (path) => stat(path)?.isDirectory() === true,
    list: (folder) => probe.list(folder),
    real: (path) => probe.real(path),
  };
}
