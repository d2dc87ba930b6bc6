/** Where the store of this user is. */
import { join } from "node:path";
import type { Places } from "../runtime/platform/paths.js";

export function storeFile({ data }: Pick<Places, "data">): string {
  return join(data, "store", "snaphook.db");
}
