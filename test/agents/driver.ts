/** What the suite has to know about one agent. */
import { spawnSync } from "node:child_process";
import type { JsonObject } from "../../src/core/text/json.js";
import { PROGRAM, type ProgramPlace } from "../support/program.js";
import type { WireFormat } from "./models/scripted-model.js";

export interface ToolCall {
  readonly tool: string;
  readonly input: JsonObject;
}

export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The project, unless told. */
  readonly cwd?: string;
}

export interface AgentDriver {
  /** Name of its adapter. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** npm packages in exact versions; `tarball` is one that is unpacked to `package/` instead of installed. */
  readonly download: { readonly packages: readonly string[]; readonly tarball?: string };
  /** It needs a newer Node than ours. */
  readonly node22?: true;
  /** Its program and leading arguments, from the folder it was installed to. */
  command(folder: string): readonly string[];
  readonly model: WireFormat;
  /** The call by which its model runs a shell command. */
  shell(line: string): ToolCall;
  /** The calls by which its model opens a shell with a terminal and types into it, if no hook is asked about the second. */
  readonly typing?: { open(shell: string): ToolCall; type(text: string, body: string): ToolCall };
  /** Writes the agent's own config, unwired, and says how to start it on one prompt without a person. */
  prepare(place: ProgramPlace, modelUrl: string, prompt: string, folder: string): Start;
  /** The mode in which it asks least, if `prepare` does not start it in that mode already. */
  readonly permissive?: Start;
  /** Variables by which it tells its hooks that a person is there, although none is. */
  readonly attended?: Start["env"];
  /** Set when the agent's own program embeds us, and so there is nothing to install. */
  readonly embedded?: true;
  /** Set when a denied call ends the run: the reason then reaches the person and not the model. */
  readonly denyEndsRun?: true;
  /** How often in a row a stop hook can make it go on, where that is less than our own cap. */
  readonly stopCap?: number;
  readonly timeLimitMs?: number;
  /** The call by which its model starts a subagent. */
  subagent?(prompt: string): ToolCall;
  readonly mcp?: {
    /** The call of tool `leave_mark` of the server `harbour`. */
    readonly call: ToolCall;
    /** Set when a denied call of it ends the run, although others do not. */
    readonly denyEndsRun?: true;
    /** Adds the server, given its command line, to what `prepare` wrote. */
    configure(place: ProgramPlace, server: readonly string[], start: Start): Start;
  };
  /** A second file through which our calls reach the agent; its project config when it says nothing else. */
  wireAgain?(place: ProgramPlace, env: Start["env"]): void;
  /** Ends what the agent leaves behind, after its run; the process to be left alone is the daemon's. */
  cleanUp?(place: ProgramPlace, daemon: number | undefined): void;
}

/** As a person would: with the real command. */
export function snaphook(place: ProgramPlace, args: readonly string[], env: Start["env"]): void {
  const ran = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: place.project,
    env: { ...place.env, ...env },
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`snaphook ${args.join(" ")}: ${ran.stdout}${ran.stderr}`);
}
