/** What the user has stopped, paused, disabled or set to observe, as the files say now. */
import { readFileSync } from "node:fs";
import { isOffAt, type OffScope } from "../../core/hooks/off-switch.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { readOff } from "../../sources/discover/off-file.js";
import { overridesFile, parseOverrides } from "../../sources/discover/overrides.js";
import { readStop } from "../../sources/discover/stop-file.js";

export interface WhatIsOff {
  /** `snaphook stop-all` is in effect. */
  readonly stopped: boolean;
  /** `snaphook off`. */
  readonly paused: readonly { readonly what: OffScope; readonly until: number; readonly user: string }[];
  /** Ids of hooks. */
  readonly disabled: readonly string[];
  readonly observing: readonly string[];
}

export function whatIsOff(places: Pick<AppPaths, "config" | "data" | "state">, now: number): WhatIsOff {
  const { enabled, mode } = overridesOf(places);
  const named = (of: object, as: unknown) => Object.entries(of).flatMap(([id, is]) => (is === as ? [id] : []));
  return {
    stopped: readStop(places) !== undefined,
    paused: readOff(places.data)
      .filter((one) => isOffAt(one, now))
      .map(({ what, until, by }) => ({ what, until, user: by.user })),
    disabled: named(enabled, false),
    observing: named(mode, "observe"),
  };
}

/** Unsigned ones have no effect that makes anything less strict. */
function overridesOf({ config, data }: Pick<AppPaths, "config" | "data">) {
  let text: string | undefined;
  try {
    text = readFileSync(overridesFile(config), "utf8");
  } catch {
    // nothing was switched
  }
  const found = parseOverrides(text, data);
  return found?.signed === true ? found : { enabled: {}, mode: {} };
}
