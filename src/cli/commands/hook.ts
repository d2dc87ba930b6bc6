/** Only for its help text: a real call is answered by hook-entry.ts, which bin.ts starts directly. */

import type { Command } from "../command.js";
import { runHook } from "../hook/hook-entry.js";

const command: Command = {
  summary: "Answer an agent: its native payload on stdin, its native answer on stdout.",
  usage: "AGENT EVENT [--config FILE] < payload.json",
  example: "snaphook hook claude-code PreToolUse < payload.json",
  run: (call) => runHook(call.args, call.program),
};

export default command;
