import { type Command, MISUSE, OK } from "../command.js";
import { readEventCall } from "../input/event-call.js";
import { EVENT_OPTIONS } from "../input/inputs.js";
import { runEvent } from "../input/run-event.js";
import { json, printFindings, refuse } from "../output/print.js";
import { decisionJson, decisionText } from "../output/show-decision.js";

const command: Command = {
  group: "Hooks",
  summary: "Run an event's hooks and print the merged decision.",
  usage: "EVENT --payload FILE|- [--config FILE] [--dialect NAME]",
  example: `echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}' | snaphook fire PreToolUse --payload -`,
  arguments: [{ kind: "event" }],
  options: EVENT_OPTIONS,
  endsUnread: true,
  async run(call) {
    const read = await readEventCall(call, call.args[0]);
    if ("problem" in read) {
      refuse(call, read.problem);
      return MISUSE;
    }
    const { decision, findings } = await runEvent(call, read);
    if (call.json) json(call, { event: read.event.name, ...decisionJson(decision, read.event), findings });
    else {
      call.out(decisionText(decision, read.event));
      printFindings(
        call,
        findings.filter(({ severity }) => severity === "error"),
      );
    }
    return OK;
  },
};

export default command;
