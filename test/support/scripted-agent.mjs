#!/usr/bin/env node
// A program that takes the options of `claude -p --output-format stream-json` and prints its format: a real process whose
// model is a script. `SCRIPT_FOLDER/script.json`: [{ when: text in the prompt, say, … }]; the first that fits answers.
// It notes what it was asked in `calls.jsonl`, and keeps each session in `SESSION.jsonl`.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const folder = process.env["SCRIPT_FOLDER"] ?? ".";
const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const prompt = await text(process.stdin);
const resumed = option("--resume");
const session = resumed ?? randomUUID();
const file = join(folder, `${session}.jsonl`);
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (resumed !== undefined && !existsSync(file)) {
  console.error(`No conversation found with session ID: ${resumed}`);
  process.exit(1);
}
// A turn that continues an interrupted one is about the prompt before it.
const before =
  resumed === undefined
    ? []
    : readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).prompt);
const isContinued = prompt.includes("interrupted before it ended");
const about = isContinued ? (before.findLast((one) => !one.includes("interrupted before it ended")) ?? prompt) : prompt;
const script = JSON.parse(readFileSync(join(folder, "script.json"), "utf8"));
const step = script.find(({ when = "" }) => prompt.includes(when) && isContinued) ??
  script.find(({ when = "" }) => about.includes(when)) ?? { say: "ok" };
const call = {
  session,
  resumed: resumed !== undefined,
  prompt,
  args,
  pid: process.pid,
  thread: process.env["SNAPHOOK_THREAD"],
};
appendFileSync(file, `${JSON.stringify({ prompt })}\n`);
appendFileSync(join(folder, "calls.jsonl"), `${JSON.stringify({ ...call, cwd: process.cwd() })}\n`);
const turns = readFileSync(file, "utf8").split("\n").length - 1;

if (step.raw !== undefined) {
  process.stdout.write(step.raw);
  process.exit(step.code ?? 0);
}
print({ type: "system", subtype: "init", session_id: session });
if (step.flood) for (let i = 0; i < step.flood; i++) process.stdout.write(`${"x".repeat(1_000_000)}\n`);
if (step.child) spawn("sleep", ["300"], { stdio: "ignore" });
if (step.stderr) process.stderr.write(step.stderr);
if (step.artifact) appendFileSync(/\S+artifact\.md/.exec(prompt)?.[0] ?? join(folder, "artifact.md"), step.artifact);
if (step.run) await new Promise((done) => spawn("sh", ["-c", step.run], { stdio: "ignore" }).on("exit", done));
while (step.until && !existsSync(join(folder, step.until))) await wait(20);
if (step.crash) process.kill(process.pid, "SIGKILL");
const say = step.say ?? "";
print({
  type: "assistant",
  parent_tool_use_id: null,
  session_id: session,
  message: { content: [{ type: "text", text: say }] },
});
const usage = { input_tokens: 10, output_tokens: 5 };
const is_error = step.error !== undefined;
const result = { type: "result", subtype: is_error ? "error" : "success", is_error, result: step.error ?? say };
const line = JSON.stringify({ ...result, session_id: session, num_turns: 1, usage, total_cost_usd: turns / 100 });
process.stdout.write(step.half ? line.slice(0, 40) : `${line}\n`);
appendFileSync(join(folder, "done.jsonl"), `${JSON.stringify({ session, prompt })}\n`);
// Its result is printed, and it still runs.
if (step.linger) await wait(step.linger);
while (step.after && !existsSync(join(folder, step.after))) await wait(20);
