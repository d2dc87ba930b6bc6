/** Absolute paths of files that a call would change with any tool, as far as they are known. */
import { isAbsolute, resolve } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import type { EffectKind } from "../../../effects/model/effect.js";
import { effectsOf } from "../calls/effects-of.js";
import { folderOf } from "../calls/tool-call.js";

const CHANGING: ReadonlySet<EffectKind> = new Set(["write", "overwrite", "delete", "move"]);

export function writtenFiles(payload: BasePayload, surroundings: Surroundings): string[] {
  const cwd = folderOf(payload, surroundings);
  const paths = effectsOf(payload, surroundings).effects.flatMap(({ kind, target, certainty }) =>
    CHANGING.has(kind) && target?.type === "path" && certainty !== "unknown" ? [target.name] : [],
  );
  return [...new Set(paths.map((path) => (isAbsolute(path) ? resolve(path) : resolve(cwd, path))))];
}
