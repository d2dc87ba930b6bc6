/** Files that a call would change, by any tool: absolute paths, as far as they can be told. */
import { isAbsolute, resolve } from "node:path";
import type { Surroundings } from "../../core/builtin.js";
import type { BasePayload } from "../../core/payload.js";
import type { EffectKind } from "../../effects/effect.js";
import { NOT_FILE_TOOLS, writeTargets } from "../self-protection/write-targets.js";
import { effectsOf } from "./effects-of.js";
import { folderOf } from "./tool-call.js";

const CHANGING: ReadonlySet<EffectKind> = new Set(["write", "overwrite", "delete", "move"]);

export function writtenFiles(payload: BasePayload, surroundings: Surroundings): string[] {
  const cwd = folderOf(payload, surroundings);
  const named = NOT_FILE_TOOLS.includes(String(payload["tool_name"])) ? [] : (writeTargets(payload)?.paths ?? []);
  const effects = effectsOf(payload, surroundings).effects.flatMap(({ kind, target }) =>
    CHANGING.has(kind) && target?.type === "path" ? [target.name] : [],
  );
  const paths = [...named, ...effects].map((path) => (isAbsolute(path) ? resolve(path) : resolve(cwd, path)));
  return [...new Set(paths)];
}
