import { join } from "node:path";
import { parseObject } from "../../core/text/json.js";
import { diskFiles } from "../platform/disk-files.js";
import type { AppPaths } from "../platform/paths.js";
import { cortexFolder, userThreads } from "./thread-places.js";

/** As the user's profiles.json or Cortex's names it. */
export function defaultProfileOf(
  paths: Pick<AppPaths, "home" | "config">,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const files = [
    join(userThreads(paths), "profiles.json"),
    join(cortexFolder(paths.home, environment), "config/profiles.json"),
  ];
  const names = files.map((file) => parseObject(diskFiles.read(file) ?? "")?.["defaultProfile"]);
  return names.find((name) => typeof name === "string");
}
