/** Released Pi in rpc mode: our question is a request of its UI, and the program around Pi answers it by its id (HL-14). */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { snaphook } from "./driver.js";
import { installAgent, installNode22 } from "./install-agent.js";
import { ScriptedModel } from "./models/scripted-model.js";
import { pi } from "./pi.js";
import { asksFirst, leaveMark, MARK, PROMPT } from "./play-approval.js";

it.each([
  [true, "ran\n"],
  [false, undefined],
])("HL-14 answered with %s by the id of the request, nothing waits in the queue", async (confirmed, left) => {
  const [folder, node] = [await installAgent(pi), await installNode22()];
  const place = new DaemonPlace();
  place.writeUser("hooks.json", asksFirst);
  const steps = [leaveMark(pi), { text: "done" }];
  const model = await ScriptedModel.start(pi.model, { prompt: PROMPT, steps, subagent: [] });
  onTestFinished(() => model.close());
  const { env } = pi.prepare(place, model.url, PROMPT, folder);
  snaphook(place, ["install", "pi"], env);
  await place.up();
  onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
  await place.attend();
  const [, script] = pi.command(folder);
  const child = spawn(
    join(node, "node"),
    [script!, "--approve", "--model", "scripted/scripted-model", "--mode", "rpc"],
    {
      cwd: place.project,
      env: { ...place.env, ...env, PATH: `${node}:${place.env["PATH"]}` },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const send = (message: JsonObject) => child.stdin.write(`${JSON.stringify(message)}\n`);
  send({ id: "1", type: "prompt", message: PROMPT });
  const waiting: number[] = [];
  const requests: JsonObject[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as JsonObject;
    if (message["type"] === "extension_ui_request" && message["method"] === "confirm") {
      requests.push(message);
      waiting.push((await place.asks("pending")).length);
      send({ type: "extension_ui_response", id: message["id"], confirmed });
    }
    if (message["type"] === "agent_end") break;
  }
  expect(requests).toMatchObject([
    { id: expect.any(String), message: expect.stringContaining("ask the harbour master") },
  ]);
  expect(waiting).toEqual([0]);
  const file = join(place.project, MARK);
  expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(left);
});
