/** What the analysis sees in a recorded call: worked out again, from what was kept of its input. */
import type { BasePayload } from "../../core/events/payload.js";
import type { EventRecord } from "../../core/records/records.js";
import { analyse } from "../../effects/analyse.js";
import type { Effect } from "../../effects/model/effect.js";

export type SeenEffect = Effect;

export function recordedEffects({ event, payload, project = "/" }: EventRecord, home: string): readonly SeenEffect[] {
  if (event !== "PreToolUse" && event !== "PermissionRequest") return [];
  const cwd = typeof payload["cwd"] === "string" ? payload["cwd"] : project;
  const where = { cwd, project, home, platform: process.platform };
  return analyse(payload as BasePayload, where).effects;
}
