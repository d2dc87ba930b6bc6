/** Pi in rpc mode with the extension as `install` writes it: the question goes by the id of Pi's own UI, not by the queue. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const RPC = fileURLToPath(new URL("../support/pi-rpc.mjs", import.meta.url));

it("HL-14 each question has an id of Pi's UI, its response releases that call alone, and nothing waits in the queue", async () => {
  const place = new DaemonPlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "q", command: says("ask", "ask the harbour master") }] },
  });
  expect(await place.run(["install", "pi"])).toMatchObject({ code: 0 });
  await place.up();
  await place.attend();
  const calls = ["one", "two"].map((id) => JSON.stringify({ id, command: `echo ran >> ${id}` }));
  const child = spawn(process.execPath, [RPC, join(place.home, ".pi/agent/extensions/snaphook.js"), ...calls], {
    cwd: place.project,
    env: place.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const respond = (id: unknown, confirmed: boolean) =>
    child.stdin.write(`${JSON.stringify({ type: "extension_ui_response", id, confirmed })}\n`);

  const questions: JsonObject[] = [];
  const ended: JsonObject[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as JsonObject;
    if (message["type"] === "tool_execution_end") ended.push(message);
    // The first answer is given when both questions are open: a foreign id releases nothing.
    if (message["method"] === "confirm" && questions.push(message) === 2) {
      expect(await place.asks("pending")).toEqual([]);
      respond("another", true);
      respond(questions[1]!["id"], true);
    }
    if (message["type"] === "tool_execution_end" && ended.length === 1) respond(questions[0]!["id"], false);
    if (message["type"] === "agent_end") break;
  }
  expect(questions.map(({ title, message }) => [title, message])).toEqual([
    ["Snaphook", expect.stringContaining("ask the harbour master")],
    ["Snaphook", expect.stringContaining("ask the harbour master")],
  ]);
  expect(questions[0]!["id"]).not.toBe(questions[1]!["id"]);
  expect(ended).toMatchObject([
    { blocked: false },
    { blocked: true, reason: expect.stringContaining("ask the harbour master") },
  ]);
  const [ran, denied] = ended.map(({ toolCallId }) => existsSync(join(place.project, String(toolCallId))));
  expect([ran, denied]).toEqual([true, false]);
  expect(await place.asks("all")).toEqual([]);
});
