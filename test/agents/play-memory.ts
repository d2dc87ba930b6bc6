/** A repository with memory on, in which released agents work one after the other, each with a script of its own. */
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { MemoryPlace } from "../support/memory-place.js";
import type { AgentDriver, ToolCall } from "./driver.js";
import { installAgent } from "./install-agent.js";
import { ScriptedModel, type Step } from "./models/scripted-model.js";
import { runAgent } from "./run-agent.js";

const POLL = { timeout: 60_000 };

export interface AgentSession {
  /** What the model does, given its address. */
  steps?(url: string): readonly (Step | ToolCall)[];
  readonly prompt?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly pages?: Readonly<Record<string, string>>;
}

export class AgentsPlace extends MemoryPlace {
  static async open(): Promise<AgentsPlace> {
    const place = new AgentsPlace();
    await place.begin();
    onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
    return place;
  }

  /** One session of the agent. Returns everything its model was sent, a string for each request. */
  async work(driver: AgentDriver, { steps, prompt = "Do what the script says.", cwd, env, pages }: AgentSession = {}) {
    const folder = await installAgent(driver);
    const written: (Step | ToolCall)[] = [];
    const script = { prompt, steps: written, subagent: [], ...(pages === undefined ? {} : { pages }) };
    const model = await ScriptedModel.start(driver.model, script);
    onTestFinished(() => model.close());
    written.push(...(steps?.(model.url) ?? []));
    if (!("text" in (written.at(-1) ?? {}))) written.push({ text: "The work is done." });
    const usual = driver.prepare(this, model.url, prompt, folder);
    const ran = await this.run(["install", driver.name], { env: usual.env });
    expect(ran.code, ran.stderr).toBe(0);
    const start = { args: usual.args, env: { ...usual.env, ...env }, ...(cwd === undefined ? {} : { cwd }) };
    const { printed } = await runAgent({ driver, folder }, start, this, model, written.length);
    const bodies = model.requests.filter(({ main }) => main).map(({ body }) => body);
    expect(bodies.length, printed).toBe(written.length);
    return bodies;
  }

  /** The daemon has stored this many ended sessions, and nothing waits. */
  async stored(sessions: number): Promise<void> {
    const completed = async () =>
      (await this.json<{ status: string }[]>(["sessions", "--limit", "1000"])).filter(
        ({ status }) => status === "completed",
      ).length;
    await expect.poll(completed, POLL).toBe(sessions);
    await this.settled();
  }

  /** A branch that was never pushed, and a remote. */
  branchToPush(name: string): void {
    const remote = join(this.root, "remote.git");
    this.git("init", "-q", "--bare", remote);
    this.git("remote", "add", "origin", remote);
    this.git("checkout", "-q", "-b", name);
  }
}
