/** What can be seen after a run without asking Snaphook: the files of the project, and what the model was told. */
import { readdirSync } from "node:fs";
import { PROGRAM, ProgramPlace } from "../support/program.js";
import type { AgentDriver } from "./driver.js";
import { type ModelRequest, ScriptedModel, type Step } from "./models/scripted-model.js";
import { type AgentRun, runAgent } from "./run-agent.js";

export interface World extends AgentRun {
  readonly files: readonly string[];
  /** Requests of the conversation itself, in order. */
  readonly turns: readonly ModelRequest[];
}

export type ScriptStep = { readonly shell: string } | { readonly text: string };

export interface Setting {
  readonly script: readonly ScriptStep[];
  /** Content of the person's hooks file. */
  readonly user?: object;
  /** Content of the project's hooks file, and whether it was approved. */
  readonly project?: { readonly file: object; readonly approved: boolean };
}

export async function observe(driver: AgentDriver, program: string, setting: Setting): Promise<World> {
  const place = new ProgramPlace();
  if (setting.user !== undefined) place.writeUser("hooks.json", setting.user);
  if (setting.project !== undefined) {
    place.write(".snaphook/hooks.json", setting.project.file);
    if (setting.project.approved) await approve(place);
  }
  const steps = setting.script.map((step): Step => ("shell" in step ? driver.shell(step.shell) : step));
  const model = await ScriptedModel.start(driver.model, steps);
  try {
    const run = await runAgent(driver, program, place, model);
    return { ...run, files: readdirSync(place.project), turns: model.requests.filter(({ main }) => main) };
  } finally {
    model.close();
  }
}

async function approve(place: ProgramPlace): Promise<void> {
  const { code, stderr } = await place.trust();
  if (code !== 0) throw new Error(`${PROGRAM} trust: ${stderr}`);
}
