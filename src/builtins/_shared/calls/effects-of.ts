/** Effects of a call, computed once for all guards. */
import { resolve } from "node:path";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { analyse } from "../../../effects/analyse.js";
import type { Analysis } from "../../../effects/model/effect.js";

/** Of the last calls: guards judge a call one after the other, and a few calls at most are judged at the same time. */
const RECENT = 4;
const calls: (BasePayload | undefined)[] = new Array(RECENT).fill(undefined);
const analyses: (Analysis | undefined)[] = new Array(RECENT).fill(undefined);
let next = 0;

export function effectsOf(payload: BasePayload, surroundings: Surroundings): Analysis {
  const at = calls.indexOf(payload);
  if (at !== -1) return analyses[at]!;
  const { project, home, platform } = surroundings;
  const cwd = resolve(surroundings.cwd, typeof payload.cwd === "string" ? payload.cwd : "");
  const analysis = analyse(payload, { cwd, project, home, platform });
  calls[next] = payload;
  analyses[next] = analysis;
  next = (next + 1) % RECENT;
  return analysis;
}
