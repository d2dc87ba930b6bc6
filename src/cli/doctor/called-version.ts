import { finding } from "../../core/errors.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { launcherPath } from "../../runtime/wiring/command-line.js";
import { launcherFacts } from "../../runtime/wiring/launcher-facts.js";
import type { Check } from "./check.js";

export const calledVersion: Check = {
  name: "version that agents call",
  run({ call }) {
    const called = launcherFacts(call.places.data)?.version;
    const own = packageVersion();
    if (called === undefined || called === own) return [];
    const why = `agents call Snaphook ${called}, and this is ${own}`;
    return [finding("VERSION_NOT_CALLED", why, { file: launcherPath(call.places.data) })];
  },
};
