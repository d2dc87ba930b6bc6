/** Only for its help text: a real call is answered by hook-entry.ts, which bin.ts starts directly. */

import type { Command } from "../command.js";
import { runHook } from "../hook/hook-entry.js";

const command: Command = {
  group: "Called by agents and scripts",
  summary: "Answer an agent's hook call (called by agents).",
  usage: "AGENT EVENT [--config FILE] < payload.json",
  example: "snaphook hook claude-code PreToolUse < payload.json",
  arguments: [{ kind: "agent" }, { kind: "event" }, { kind: "text", many: true }],
  exits: { 2: "wrong use or bad input, or a denial for agents that read it from the exit code" },
  run: (call) => runHook(call.args, call.program),
};

export default command;
