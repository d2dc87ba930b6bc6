/** The released Codex with the section that `snaphook agents codex` prints, and with our notification program. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import adapter from "../../src/adapters/codex/index.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { spoolFolder } from "../../src/runtime/record/spool.js";
import { ApiPlace } from "../support/api-place.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";
import { codex } from "./codex.js";
import { installAgent } from "./install-agent.js";
import { ScriptedModel } from "./models/scripted-model.js";
import { ISOLATED, runAgent } from "./run-agent.js";

const RELAY = fileURLToPath(new URL("loopback.mjs", import.meta.url));
const PROMPT = "Do what the script says.";

it("Codex CLI: its telemetry and its notification arrive (AD-13, AD-14)", async () => {
  const folder = await installAgent(codex);
  const place = new ProgramPlace();
  const api = await ApiPlace.open();
  const door = await doorTo(api.port, join(place.root, "door.sock"));
  const steps = [codex.shell("echo hello"), codex.shell("exit 3"), { text: "all done" }];
  const model = await ScriptedModel.start(codex.model, { prompt: PROMPT, steps, subagent: [] });
  onTestFinished(() => model.close());
  const start = codex.prepare(place, model.url, PROMPT, folder);
  const file = adapter.telemetry!.file({ home: place.home, project: place.project, environment: start.env });
  const section = adapter.telemetry!.section({ url: `http://127.0.0.1:${api.port}`, token: api.tokens.hooks });
  // In a session of its own: Codex does not wait for it, and what is left of Codex is ended with it.
  const notify = ["setsid", process.execPath, PROGRAM, "notify", "--agent", "codex"];
  const [config] = readFileSync(file, "utf8").split("[otel]");
  place.write(file, `notify = ${JSON.stringify(notify)}\n${config}${section}`);

  const reached = (command: readonly string[]) =>
    ISOLATED ? [process.execPath, RELAY, String(api.port), door, ...command] : command;
  const driver = { ...codex, command: (at: string) => reached(codex.command(at)) };
  const { printed } = await runAgent({ driver, folder }, start, place, model);

  const events = [...(await api.events())].sort((a, b) => a.at - b.at);
  expect(
    events.map(({ event }) => event),
    printed,
  ).toEqual([
    "SessionStart",
    "UserPromptSubmit",
    "PermissionResult",
    "PostToolUse",
    "PermissionResult",
    "PostToolUseFailure",
  ]);
  expect(events[1]!.payload["prompt"]).toBe(PROMPT);
  expect(events[5]!.payload).toMatchObject({ tool_name: "Bash", exit_code: 3 });
  await expect.poll(() => spooled(place).length, { timeout: 10_000 }).toBe(1);
  const [stop] = spooled(place);
  expect(stop).toMatchObject({ event: "Stop", payload: { last_assistant_message: "all done" } });
  expect(stop!.session).toBe(events[0]!.session);
});

function spooled(place: ProgramPlace): EventRecord[] {
  const folder = spoolFolder(place.state);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as EventRecord);
}

/** A socket that leads to a port, for an agent whose network has no ports but those it was given. */
async function doorTo(port: number, path: string): Promise<string> {
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  await new Promise<void>((ready) => server.listen(path, ready));
  onTestFinished(() => void server.close());
  return path;
}
