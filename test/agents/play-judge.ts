/** Released agents whose tool calls a hook judges: with an MCP server, or with an agent that is asked. */
import { existsSync } from "node:fs";
import { expect, onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import type { DaemonPlace } from "../support/running-daemon.js";
import { type AgentDriver, type Start, snaphook } from "./driver.js";
import { installAgent } from "./install-agent.js";
import { ScriptedModel, type Step, type WireFormat } from "./models/scripted-model.js";
import { runAgent } from "./run-agent.js";

const PROMPT = "Do what the script says.";
/** In the instruction that we send to an agent that judges, and in no other request. */
const JUDGING = "You evaluate one event of a coding agent";

export interface Judged {
  /** Whether the tool ran. */
  readonly marked: boolean;
  readonly printed: string;
  /** Requests of the agent itself. */
  readonly asked: readonly string[];
  /** Requests of the agent that judged. */
  readonly judged: readonly string[];
}

export interface AgentFacts {
  /** How the agent is started. */
  readonly start: Start;
  /** Where it was installed to. */
  readonly folder: string;
  /** Address of the model. */
  readonly url: string;
}

export interface JudgeScript {
  /** Writes the user's files. */
  setUp(place: DaemonPlace, about: AgentFacts): void | Promise<void>;
  /** The shell command of the session (default: one that makes a mark). */
  readonly line?: string;
  /** What an agent that judges answers, if it is the same program. */
  readonly verdict?: Step;
}

/** A session in which the model makes a mark by a shell command. */
export async function playJudged(driver: AgentDriver, place: DaemonPlace, script: JudgeScript): Promise<Judged> {
  const folder = await installAgent(driver);
  const steps = [driver.shell(script.line ?? "touch mark"), { text: "The work is done." }];
  const model = await ScriptedModel.start(judging(driver.model, script.verdict), {
    prompt: PROMPT,
    steps,
    subagent: [],
  });
  onTestFinished(() => model.close());
  onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
  const start = driver.prepare(place, model.url, PROMPT, folder);
  await script.setUp(place, { start, folder, url: model.url });
  snaphook(place, ["install", driver.name], start.env);
  const { printed } = await runAgent({ driver, folder }, start, place, model, steps.length);
  const bodies = (isWanted: (body: string) => boolean) =>
    model.requests.filter(({ path, body }) => driver.model.asks(path) && isWanted(body)).map(({ body }) => body);
  return {
    marked: existsSync(place.path("mark")),
    printed,
    asked: bodies((body) => !body.includes(JUDGING)),
    judged: bodies((body) => body.includes(JUDGING)),
  };
}

/** Sessions that the daemon has stored, once those of `agent` have arrived. */
export async function storedSessions(place: DaemonPlace, agent: string): Promise<readonly string[]> {
  const agents = async () =>
    (await place.json<{ agent: string }[]>(["sessions", "--limit", "100"])).map((one) => one.agent);
  await expect.poll(agents, { timeout: 60_000 }).toContain(agent);
  return agents();
}

function judging(format: WireFormat, verdict: Step | undefined): WireFormat {
  const isJudge = (body: JsonObject) => JSON.stringify(body).includes(JUDGING);
  return {
    asks: format.asks,
    isMain: (body) => !isJudge(body) && format.isMain(body),
    answer: (step, body, number, path) =>
      format.answer(isJudge(body) && verdict !== undefined ? verdict : step, body, number, path),
  };
}
