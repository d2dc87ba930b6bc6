/** What the suite has to know about one agent. */
import { spawnSync } from "node:child_process";
import type { JsonObject } from "../../src/core/json.js";
import { PROGRAM, type ProgramPlace } from "../support/program.js";
import type { WireFormat } from "./models/scripted-model.js";

export interface AgentDriver {
  /** As `snaphook hook` calls it. */
  readonly name: string;
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** Name of its program in `node_modules/.bin`. */
  readonly program: string;
  readonly model: WireFormat;
  /** The call by which its model runs a shell command. */
  shell(command: string): { readonly tool: string; readonly input: JsonObject };
  /** Wires the hooks, and says how to start it on one prompt without a person. */
  prepare(place: ProgramPlace, modelUrl: string, prompt: string): Start;
}

export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Wires the agent as a person would: with the install command, and so through the launcher. */
export function install(place: ProgramPlace, agent: string, env: Readonly<Record<string, string>>): void {
  const ran = spawnSync(process.execPath, [PROGRAM, "install", agent], {
    cwd: place.project,
    env: { ...place.env, ...env },
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`snaphook install ${agent}: ${ran.stdout}${ran.stderr}`);
}
