/** What can be seen after a run without asking Snaphook: the files of the project, and what the model was told. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROOF_SESSION } from "../../src/core/records/records.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { loggedEvents } from "../../src/runtime/record/read-hook-log.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { type Start, snaphook } from "./driver.js";
import { type ModelRequest, ScriptedModel, type Step, type StepFor } from "./models/scripted-model.js";
import { type Agent, type AgentRun, runAgent } from "./run-agent.js";
import {
  type DaemonFault,
  type DaemonStory,
  expectAnsweredByDaemon,
  expectNoDaemon,
  type Recorded,
  RunDaemon,
  spoilDaemon,
  THROUGH_DAEMON,
} from "./run-daemon.js";

export const TOOL_MARK = "tool-ran";
export const PAYLOADS = "payloads.jsonl";

/** What was recorded is there where a daemon answered. */
export interface World extends AgentRun, Partial<Recorded> {
  readonly files: Readonly<Record<string, string>>;
  /** Those of `atHome` that are still there. */
  readonly leftAtHome: readonly string[];
  /** What the hooks decided about tool calls, and the agents were sent. */
  readonly verdicts: readonly { readonly decision: string; readonly sent?: string }[];
  /** Requests of the conversation itself, in order. */
  readonly turns: readonly ModelRequest[];
  readonly subagentTurns: number;
  readonly payloads: readonly JsonObject[];
  /** Text of the transcript that the last payload names. */
  readonly transcript?: string;
  /** After "uninstalled": files of the agent that are not what they were before. */
  readonly notRestored?: readonly string[];
}

export type ScriptStep =
  | { readonly shell: string }
  | { readonly text: string }
  | { readonly subagent: string }
  | { readonly mcp: true }
  | { readonly opens: string }
  | { readonly types: string };

/** What was done to the wiring before the run. */
export type Stage =
  | "wired"
  | "wired twice"
  | "set up"
  | "uninstalled"
  | "program gone"
  | "program empty"
  | "killed after its answer"
  | "config damaged"
  | "launcher gone";

export interface Setting {
  readonly script: readonly ScriptStep[];
  /** What the model says in the conversation of a subagent. */
  readonly subagentScript?: readonly ScriptStep[];
  /** Content of the person's hooks file. */
  readonly user?: object;
  /** Content of the project's hooks file, and whether it was approved. */
  readonly project?: { readonly file: object; readonly approved: boolean };
  /** Files of the person, by their path in the home. */
  readonly atHome?: Readonly<Record<string, string>>;
  readonly stage?: Stage;
  /** Of no effect where no daemon runs. */
  readonly daemon?: DaemonStory;
  /** A daemon that cannot answer, in a run that is otherwise without one. */
  readonly daemonFault?: DaemonFault;
  /** The agent says that a person is there. */
  readonly attended?: true;
  /** The agent runs in the mode in which it asks least. */
  readonly permissive?: true;
}

export const PROMPT = "Do what the script says.";
const MCP_SERVER = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));

export async function observe(agent: Agent, setting: Setting): Promise<World> {
  const { driver } = agent;
  // With the program gone there is nothing that could be the daemon either.
  const gone = ["program gone", "program empty", "killed after its answer", "launcher gone"].includes(
    setting.stage ?? "",
  );
  const served = THROUGH_DAEMON && !gone && setting.daemonFault === undefined;
  const place = served || setting.daemonFault !== undefined ? new DaemonPlace() : new ProgramPlace();
  if (setting.user !== undefined) place.writeUser("hooks.json", setting.user);
  const atHome = Object.entries(setting.atHome ?? {});
  for (const [path, text] of atHome) place.write(join(place.home, path), text);
  if (setting.project !== undefined) {
    place.write(".snaphook/hooks.json", setting.project.file);
    if (setting.project.approved) await approve(place);
  }
  const play = (steps: readonly ScriptStep[]) => steps.map((step) => stepFor(agent, step));
  let daemon: RunDaemon | undefined;
  const model = await ScriptedModel.start(driver.model, {
    prompt: PROMPT,
    steps: play(setting.script),
    subagent: play(setting.subagentScript ?? []),
    beforeTurn: (turn) => daemon?.beforeTurn(turn),
  });
  try {
    let start = driver.prepare(place, model.url, PROMPT, agent.folder);
    if (setting.script.some((step) => "mcp" in step))
      start = driver.mcp!.configure(place, [process.execPath, MCP_SERVER, place.project, TOOL_MARK], start);
    const notRestored = wireFor(agent, setting.stage ?? "wired", place, start);
    if (setting.attended) start = { ...start, env: { ...start.env, ...driver.attended } };
    if (setting.permissive) start = withMore(start, driver.permissive);
    if (setting.daemonFault !== undefined) await spoilDaemon(place as DaemonPlace, setting.daemonFault);
    else if (place instanceof DaemonPlace) daemon = await RunDaemon.start(place, setting.daemon ?? {});
    const run = await runAgent(agent, start, place, model, setting.script.length);
    driver.cleanUp?.(place, daemon?.pid);
    const recorded = await daemon?.end();
    if (setting.daemonFault !== undefined) (place as DaemonPlace).daemon!.kill("SIGKILL");
    else await expectNoDaemon(place);
    if (recorded !== undefined && isAnsweredByDaemon(agent, setting)) expectAnsweredByDaemon(recorded.records);
    const payloads = payloadsOf(place);
    return {
      ...run,
      files: filesOf(place.project),
      leftAtHome: atHome.map(([path]) => path).filter((path) => existsSync(join(place.home, path))),
      verdicts: [...loggedEvents(place.state)].filter(
        ({ event, session }) => event === "PreToolUse" && session !== PROOF_SESSION,
      ),
      turns: model.requests.filter(({ main, inSubagent }) => main && !inSubagent),
      subagentTurns: model.requests.filter(({ inSubagent }) => inSubagent).length,
      notRestored,
      payloads,
      transcript: transcriptOf(payloads),
      ...recorded,
    };
  } finally {
    model.close();
  }
}

function withMore(start: Start, more: Start = { args: [], env: {} }): Start {
  return { args: [...start.args, ...more.args], env: { ...start.env, ...more.env } };
}

function isAnsweredByDaemon({ driver }: Agent, { stage, daemon = {} }: Setting): boolean {
  const throughout = daemon.killed === undefined && daemon.startedByAgent === undefined;
  return throughout && driver.embedded !== true && stage !== "uninstalled";
}

function stepFor({ driver }: Agent, step: ScriptStep): Step | StepFor {
  if ("opens" in step) return driver.typing!.open(step.opens);
  if ("types" in step) return (body) => driver.typing!.type(step.types, body);
  if ("shell" in step) return driver.shell(step.shell);
  if ("subagent" in step) return driver.subagent!(step.subagent);
  return "mcp" in step ? driver.mcp!.call : step;
}

/** Returns the agent's files that differ afterwards, for the stage in which nothing may be left. */
function wireFor({ driver }: Agent, stage: Stage, place: ProgramPlace, { env }: Start): string[] {
  if (driver.embedded) {
    if (stage === "wired twice") driver.wireAgain?.(place, env);
    return [];
  }
  const before = snapshot(place);
  snaphook(place, stage === "set up" ? ["setup", driver.name, "--yes"] : ["install", driver.name], env);
  if (stage === "wired twice")
    driver.wireAgain === undefined
      ? snaphook(place, ["install", driver.name, "--project"], env)
      : driver.wireAgain(place, env);
  if (stage === "program gone") rmSync(join(place.data, "versions"), { recursive: true });
  if (stage === "launcher gone") rmSync(place.data, { recursive: true });
  if (stage === "program empty") truncateSync(/^program='([^']+)'/m.exec(place.read(join(place.data, "launch")))![1]!);
  if (stage === "killed after its answer") killAfterAnswer(place);
  if (stage === "config damaged") place.writeUser("hooks.json", place.read(join(place.user, "hooks.json")).slice(1));
  if (stage !== "uninstalled") return [];
  place.permitScripts("uninstall");
  snaphook(place, ["uninstall", driver.name], env);
  const after = snapshot(place);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((file) => before[file] !== after[file]);
}

/** The launcher's Node answers, and is killed before it can say how it ended. */
function killAfterAnswer(place: ProgramPlace): void {
  const node = place.write(join(place.root, "killed-node"), `#!/bin/sh\n"${process.execPath}" "$@"; kill -9 $$\n`);
  chmodSync(node, 0o700);
  const launcher = join(place.data, "launch");
  writeFileSync(launcher, place.read(launcher).replace(`'${process.execPath}'`, `'${node}'`));
}

function snapshot(place: ProgramPlace): Record<string, string> {
  return { ...filesOf(place.home), ...filesOf(place.project) };
}

function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[/\\](node_modules|\.cache)[/\\]/.test(file))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, "latin1")]),
  );
}

/** What hooks were given, for hooks that wrote it down. */
function payloadsOf(place: ProgramPlace): JsonObject[] {
  const lines = place.read(PAYLOADS).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as JsonObject);
}

function transcriptOf(payloads: readonly JsonObject[]): string | undefined {
  const path = payloads.at(-1)?.["transcript_path"];
  return typeof path === "string" && existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

async function approve(place: ProgramPlace): Promise<void> {
  const { code, stderr } = await place.trust();
  if (code !== 0) throw new Error(`${PROGRAM} trust: ${stderr}`);
}
