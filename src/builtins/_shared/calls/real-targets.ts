/** Follows links on disk: a link that leads out of the project gets the severity of its target. */
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import type { Effect, EffectKind } from "../../../effects/model/effect.js";
import { UNKNOWN } from "../../../effects/model/invocation.js";
import { isWithin, placeOf } from "../../../effects/paths/paths.js";
import { effectsOf } from "./effects-of.js";

const CHANGING: ReadonlySet<EffectKind> = new Set(["delete", "overwrite", "permissions"]);
const INSTEAD = "name the target file itself; `readlink -f ./link` shows it";

/** Of the last call: several guards ask about it. */
let last: { readonly effects: readonly Effect[]; readonly real: readonly Effect[] } | undefined;

export function realEffectsOf(payload: BasePayload, surroundings: Surroundings): readonly Effect[] {
  const { effects } = effectsOf(payload, surroundings);
  if (last?.effects === effects) return last.real;
  const found: Effect[] = [];
  for (const effect of effects) {
    if (effect.severity !== "ordinary" || !CHANGING.has(effect.kind)) continue;
    const real = outsideOf(effect, surroundings);
    if (real === undefined) continue;
    const what = `${VERBS[effect.kind] ?? "changes"} a file outside the project through a link: ${real}`;
    found.push({ ...effect, severity: "risky", what, instead: INSTEAD });
  }
  const all = found.length === 0 ? effects : [...effects, ...found];
  last = { effects, real: all };
  return all;
}

const VERBS: Readonly<Partial<Record<EffectKind, string>>> = { delete: "deletes", overwrite: "replaces" };

/** The real path of the target, if it is neither in the project nor in a temporary directory. */
function outsideOf({ kind, target }: Effect, { project, home, cwd, platform }: Surroundings): string | undefined {
  if (target?.type !== "path" || target.place !== "project" || target.name.includes(UNKNOWN)) return undefined;
  const written = target.written ?? target.name;
  // Deleting a link removes the link itself; a trailing `/` follows it.
  const isWild = /[*?[]/.test(target.name.slice(target.name.lastIndexOf("/") + 1));
  const itself = kind !== "delete" || /\/\.?$/.test(written);
  const folder = isWild || !itself ? dirname(target.name) : target.name;
  try {
    const real = realpathSync(folder);
    if (real === folder || isWithin(real, project) || isWithin(real, realpathSync(project))) return undefined;
    const place = placeOf(real, { project, home, cwd, platform });
    return place === "project" || place === "temp" ? undefined : real;
  } catch {
    return undefined; // no such file
  }
}
