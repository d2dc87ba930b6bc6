/** Built-in hooks run in this process, the daemon's too: they are part of it. Each comes with the first call it is for. */
import type { Builtin, Services, Surroundings } from "../../core/hooks/builtin.js";
import { lookUp } from "../../core/text/json.js";
import type { LoadBuiltin } from "../../executors/function.js";
import { daemonPlace } from "../platform/daemon-paths.js";
import type { AppPaths } from "../platform/paths.js";

const loaded = new Map<string, Builtin>();

export function builtinsFor(
  places: AppPaths,
  call: Pick<Surroundings, "project" | "cwd" | "environment">,
  services: Omit<Services, "now" | "level" | "regex">,
): LoadBuiltin {
  return ({ name, options = {} }, level) => {
    const sockets = daemonPlace(places).socketFolder;
    const make = (found: Builtin) =>
      found.make({ ...places, ...call, sockets, platform: process.platform }, options, {
        ...services,
        level,
        now: Date.now,
        regex: async () => (await import("../platform/re2.js")).linearRegex,
      });
    const known = loaded.get(name);
    return known === undefined ? load(name).then(make) : make(known);
  };
}

async function load(name: string): Promise<Builtin> {
  // The list grows with every built-in; whatever needs none does not read it.
  const { BUILTIN_LOADERS } = await import("../../builtins/_lazy.js");
  const { default: found } = (await lookUp(BUILTIN_LOADERS, name)?.()) ?? {};
  if (found === undefined) throw new Error(`this version has no built-in "${name}"`);
  loaded.set(name, found);
  return found;
}
