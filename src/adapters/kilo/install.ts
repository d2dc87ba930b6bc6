/** Our plugin in the directory that Kilo loads automatically, the user's or the project's. */
import { join } from "node:path";
import type { AgentWiring, WiringPlaces } from "../contract.js";

export const wiring: AgentWiring = {
  files: (scope, places) => [
    {
      path: join(scope === "user" ? configFolder(places) : join(places.project, ".kilo"), "plugins/snaphook.js"),
      format: { kind: "module" },
    },
  ],
};

/** KILO_CONFIG_DIR adds a directory and removes none, so this one is always read. */
export function configFolder({ home, environment }: WiringPlaces): string {
  return join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "kilo");
}
