/** Effects of a call, computed once for all guards. */
import { resolve } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { analyse } from "../../../effects/analyse.js";
import type { Analysis } from "../../../effects/model/effect.js";

const known = new WeakMap<BasePayload, Analysis>();

export function effectsOf(payload: BasePayload, surroundings: Surroundings): Analysis {
  const found = known.get(payload);
  if (found !== undefined) return found;
  const { project, home, platform } = surroundings;
  const cwd = resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
  const analysis = analyse(payload, { cwd, project, home, platform });
  known.set(payload, analysis);
  return analysis;
}
