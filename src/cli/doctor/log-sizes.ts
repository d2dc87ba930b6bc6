import { statSync } from "node:fs";
import { finding } from "../../core/errors.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { hookLogFile } from "../../runtime/record/hook-log.js";
import { filesOf } from "../../runtime/record/rotating-log.js";
import type { Check } from "./check.js";

const LARGEST = 10_000_000;

export const logSizes: Check = {
  name: "size of the logs",
  run: ({ call }) =>
    [hookLogFile(call.places.state), daemonPlace(call.places).log].flatMap(filesOf).flatMap((file) => {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size <= LARGEST) return [];
      return [finding("LOG_TOO_LARGE", `this log has ${Math.round(size / 1_000_000)} MB`, { file })];
    }),
};
