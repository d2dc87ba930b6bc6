import { backupFinding } from "../../daemon/backup/report-file.js";
import type { Check } from "./check.js";

export const backups: Check = {
  name: "backups",
  passed: "the last backup did not fail",
  run: ({ call }) => [backupFinding(call.places) ?? []].flat(),
};
