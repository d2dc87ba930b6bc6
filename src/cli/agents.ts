/** What several commands need to know about agents: which are meant, where their files are, whether they are there. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { ADAPTERS } from "../adapters/_registry.js";
import type { Adapter } from "../adapters/contract.js";
import { type Finding, finding } from "../core/errors.js";
import { lookUp } from "../core/json.js";
import { diskFiles } from "../runtime/platform/disk-files.js";
import { findProjectRoot } from "../sources/discover.js";
import type { Call } from "./command.js";

const VERSION_LIMIT_MS = 10_000;

/** The adapters that were named; all that are found on this machine when none was. */
export function chosenAgents(call: Call): { readonly adapters: readonly Adapter[] } | { readonly problem: Finding } {
  const names = call.args;
  const unknown = names.find((name) => lookUp(ADAPTERS, name) === undefined);
  if (unknown !== undefined)
    return { problem: finding("AGENT_UNKNOWN", `"${unknown}" is none of ${Object.keys(ADAPTERS).join(", ")}`) };
  if (names.length > 0) return { adapters: names.map((name) => ADAPTERS[name]!) };
  const all = Object.values(ADAPTERS);
  const adapters = call.flags["all"]
    ? all
    : all.filter((adapter) => findProgram(adapter, call.environment) !== undefined);
  if (adapters.length === 0)
    return {
      problem: finding("AGENT_NOT_FOUND", `none of ${Object.keys(ADAPTERS).join(", ")} was found on this machine`),
    };
  return { adapters };
}

export function configFile(
  adapter: Adapter,
  call: Call,
  scope: "user" | "project" = call.flags["project"] ? "project" : "user",
): string {
  const project = findProjectRoot({ cwd: call.cwd, home: call.places.home }, diskFiles);
  return adapter.wiring.file(scope, { home: call.places.home, project, environment: call.environment });
}

export function findProgram(adapter: Adapter, environment: Call["environment"]): string | undefined {
  return (environment["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, adapter.wiring.program))
    .find(isExecutable);
}

/** What it says about itself when asked for its version. */
export function programVersion(program: string): string | undefined {
  const { stdout, status } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: VERSION_LIMIT_MS,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? /\d+\.\d+\.\d+/.exec(stdout)?.[0] : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for us
  }
}
