/** Path of this user's store. */
import { join } from "node:path";
import type { AppPaths } from "../runtime/platform/paths.js";

export function storeFile({ data }: Pick<AppPaths, "data">): string {
  return join(data, "store", "snaphook.db");
}
