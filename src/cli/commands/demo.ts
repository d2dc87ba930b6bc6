import { readFileSync } from "node:fs";
import { join } from "node:path";
import claudeCode from "../../adapters/claude-code/index.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { createCallEngine } from "../../runtime/call/create-engine.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { MemoryState } from "../../runtime/platform/memory-state.js";
import { packageRoot } from "../../runtime/platform/paths.js";
import { type Command, OK } from "../command.js";
import { brief, json, paint, safeName } from "../output/print.js";
import { programName } from "../output/program-name.js";
import { decisionJson, decisionText } from "../output/show-decision.js";

const command: Command = {
  group: "Get started",
  summary: "Replay a recorded Claude Code session through real hooks.",
  usage: "",
  example: "snaphook demo",
  endsUnread: true,
  async run(call) {
    const folder = join(packageRoot(), "examples/demo");
    const file = join(folder, "hooks.jsonc");
    const payloads = readFileSync(join(folder, "session.jsonl"), "utf8").trim().split("\n");
    const plan = await openPlan({
      cwd: folder,
      places: call.places,
      mayBuild: false,
      named: [{ path: file }],
    });
    const callEngine = await createCallEngine({
      plan,
      places: call.places,
      // The recorded session is played again and again; what it leaves behind must not count against the next time.
      state: new MemoryState(),
      environment: { ...call.environment, SNAPHOOK_DEMO: folder },
      presence: "interactive",
      cwd: folder,
    });
    if (!call.json) call.out(`A recorded Claude Code session, played through ${safeName(file)}\n`);
    const played = [];
    for (const line of payloads) {
      const payload = JSON.parse(line) as JsonObject;
      const event = claudeCode.decode(String(payload["hook_event_name"]), payload);
      const decision = await callEngine.engine.fire(event);
      if (call.json) played.push({ event: event.name, ...decisionJson(decision, event) });
      else
        call.out(
          `${paint("bold", `▸ ${title(event)}`)}\n${indent(decision.hooks.length === 0 ? "no hook matches; the agent goes on" : decisionText(decision, event))}\n`,
        );
    }
    await callEngine.engine.close(5000);
    await callEngine.close();
    if (call.json) json(call, played);
    else {
      const snaphook = programName(call);
      call.out(`Next: \`${snaphook} init\` writes a first hooks file; \`${snaphook} help\` lists the commands.`);
    }
    return OK;
  },
};

function title({ name, payload }: HookEvent): string {
  const tool =
    payload["tool_name"] === undefined
      ? ""
      : ` ${String(payload["tool_name"])} ${brief(JSON.stringify(payload["tool_input"]), 70)}`;
  const prompt = payload["prompt"] === undefined ? "" : ` "${brief(String(payload["prompt"]), 60)}"`;
  return `${name}${tool}${prompt}`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

export default command;
