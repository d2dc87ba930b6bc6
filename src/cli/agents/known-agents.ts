/** What several commands need to know about agents: which are meant, where their files are, whether they are there. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { ADAPTERS } from "../../adapters/_registry.js";
import type { Adapter, WiringPlaces } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { lookUp } from "../../core/text/json.js";
import { withSafePath } from "../../executors/environment.js";
import { diskFiles } from "../../runtime/platform/disk-files.js";
import { linkEnd } from "../../runtime/wiring/config-file.js";
import { type WirePlace, wiredState } from "../../runtime/wiring/wire.js";
import { findProjectRoot } from "../../sources/discover/discover.js";
import type { Call } from "../command.js";
import { agentName } from "../input/inputs.js";
import { unknownAgent } from "../input/unknown-name.js";
import { findOnPath } from "./find-on-path.js";

const VERSION_LIMIT_MS = 10_000;

export type Scope = "user" | "project";

type Chosen = { readonly adapters: readonly Adapter[] } | { readonly problem: Finding };

export function namedAgents(call: Call): Chosen {
  const names = call.args.map((name) => agentName(name) ?? name);
  const unknown = names.find((name) => lookUp(ADAPTERS, name) === undefined);
  if (unknown !== undefined) return { problem: unknownAgent(unknown) };
  return { adapters: names.map((name) => ADAPTERS[name]!) };
}

/**
 * The adapters to wire that were named; all that are found on this machine when none was. Where none is found, those
 * that call our launcher all the same.
 */
export function chosenAgents(call: Call): Chosen {
  const named = namedAgents(call);
  if ("problem" in named) return named;
  const embedded = named.adapters.find(({ wiring }) => wiring === undefined);
  if (embedded !== undefined)
    return {
      problem: finding("AGENT_EMBEDDED", `${embedded.title} has no config file; your program loads Snaphook itself`),
    };
  if (named.adapters.length > 0) return named;
  const here = call.flags["all"] ? wirableAgents() : wirableAgents().filter((adapter) => isHere(adapter, call));
  const adapters = here.length > 0 ? here : wirableAgents().filter((adapter) => isWired(adapter, call));
  if (adapters.length === 0)
    return {
      problem: finding(
        "AGENT_NOT_FOUND",
        `no supported agent was found on this machine (${Object.keys(ADAPTERS).join(", ")})`,
      ),
    };
  return { adapters };
}

export function wirableAgents(): Adapter[] {
  return Object.values(ADAPTERS).filter(({ wiring }) => wiring !== undefined);
}

export function scopeOf(call: Call): Scope {
  return call.flags["project"] ? "project" : "user";
}

/** The files that hold our calls to this agent. In the home folder a file of the project may be the person's: theirs wins. */
export function wirePlaces(adapter: Adapter, call: Call, scope: Scope): WirePlace[] {
  const places = wiringPlaces(call);
  const files = adapter.wiring?.files(scope, places) ?? [];
  const persons = scope === "user" ? [] : (adapter.wiring?.files("user", places) ?? []);
  const taken = new Set(persons.map(({ path }) => realFile(path)));
  return files
    .filter(({ path }) => !taken.has(realFile(path)))
    .map((file) => ({
      adapter,
      file,
      dataFolder: call.places.data,
      ...(scope === "project" ? { project: places.project } : {}),
    }));
}

/** Agents among these that the scope has no file for. */
export function withoutPlace(adapters: readonly Adapter[], call: Call, scope: Scope): Finding[] {
  return adapters
    .filter((adapter) => wirePlaces(adapter, call, scope).length === 0)
    .map(({ title }) => finding("AGENT_NO_PLACE", `${title} has no config file for projects`));
}

function realFile(path: string): string {
  try {
    return linkEnd(path);
  } catch {
    return path; // unreadable; the next access reports it
  }
}

export function wiringPlaces(call: Call): WiringPlaces {
  const project = findProjectRoot({ cwd: call.cwd, home: call.places.home }, diskFiles);
  return { home: call.places.home, project, environment: call.environment };
}

export function isHere(adapter: Adapter, call: Call): boolean {
  return (
    findProgram(adapter, call) !== undefined ||
    (adapter.traces.folders?.(wiringPlaces(call)) ?? []).some((folder) => existsSync(folder))
  );
}

function isWired(adapter: Adapter, call: Call): boolean {
  return wirePlaces(adapter, call, scopeOf(call)).some((place) => wiredState(place).count > 0);
}

/** Never one that the project brings. */
export function findProgram({ traces }: Adapter, call: Call): string | undefined {
  return traces.program === undefined ? undefined : findOnPath(traces.program, outside(call)["PATH"]);
}

/** The environment without the programs of the project. */
function outside(call: Call): Call["environment"] {
  return withSafePath(call.environment, wiringPlaces(call).project);
}

/** What it says about itself when asked for its version. It runs far from the project, whose files it might obey. */
export function programVersion(program: string, call: Call): Promise<string | undefined> {
  const env = outside(call);
  return new Promise((done) => {
    const child = execFile(program, ["--version"], { timeout: VERSION_LIMIT_MS, cwd: "/", env }, (error, stdout) =>
      done(error === null ? /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(stdout)?.[0] : undefined),
    );
    child.stdin?.end();
  });
}
