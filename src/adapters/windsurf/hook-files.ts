/** Managed hooks. */
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope) =>
  scope === "user" ? ["/etc/windsurf/hooks.json"] : [];
