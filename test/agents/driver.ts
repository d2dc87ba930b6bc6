/** What the suite has to know about one agent. */
import type { JsonObject } from "../../src/core/json.js";
import type { ProgramPlace } from "../support/program.js";
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

/** The events the scenarios are about. */
export const EVENTS = ["SessionEnd"] as const;
