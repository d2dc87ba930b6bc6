import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { finding } from "../../core/errors.js";
import type { Check } from "./check.js";

const TAKEN_WITHIN_MS = 3_600_000;

export const backgroundJobs: Check = {
  name: "background hooks that were never run",
  run({ call }) {
    const folder = join(call.places.state, "background");
    let names: string[];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    } catch {
      return []; // none was ever handed off
    }
    return names.flatMap((name) => {
      const file = join(folder, name);
      const left = statSync(file, { throwIfNoEntry: false });
      if (left === undefined || Date.now() - left.mtimeMs < TAKEN_WITHIN_MS) return [];
      const hours = Math.floor((Date.now() - left.mtimeMs) / 3_600_000);
      return [
        finding("BACKGROUND_LEFT", `a background hook waits since ${hours} hour${hours === 1 ? "" : "s"}`, { file }),
      ];
    });
  },
};
