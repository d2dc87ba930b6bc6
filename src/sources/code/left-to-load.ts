/**
 * Modules that a code config's bundle loads at run time: `require` in a `try`, `createRequire`, `import(name)`. The
 * bundler leaves these unchanged, so the approval covers them like the modules of a script, including those that do not
 * exist yet.
 */
import { homedir } from "node:os";
import type { CoveredFile } from "../../core/hooks/hook.js";
import { coverBundle } from "../coverage/cover-hook.js";
import { readingDisk } from "../coverage/reading-disk.js";
import { RecordingProbe } from "../discover/recording-probe.js";
import { coverFile } from "../trust/approval-hash.js";

export interface LeftToLoad {
  readonly files: readonly CoveredFile[];
  /** What cannot be resolved, as sentences. */
  readonly notCovered: readonly string[];
}

const LOADS = /\b(?:require(?:\$\d+)?|import)\s*\(/;

export function leftToLoad(bundle: string, path: string): LeftToLoad {
  if (!LOADS.test(bundle)) return { files: [], notCovered: [] };
  const probe = new RecordingProbe();
  const code = bundle.replace(/\brequire\$\d+\(/g, "require(");
  const { parts, notCovered } = coverBundle(code, path, homedir(), readingDisk(probe));
  const whole = parts.filter(({ keys, modules }) => keys === undefined && modules === undefined);
  return { files: whole.map((part) => coverFile(part.path, probe.bytes(part.path) ?? "")), notCovered };
}
