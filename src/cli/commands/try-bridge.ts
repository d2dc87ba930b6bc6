/** Makes one tool call in the file that an agent would load into its own process. Started by `doctor --prove`. */
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { ADAPTERS } from "../../adapters/_registry.js";
import { lookUp, parseObject } from "../../core/text/json.js";
import { probeCallId } from "../../runtime/wiring/probe-call.js";
import { type Command, MISUSE, OK } from "../command.js";
import { jsonText } from "../output/print.js";

const command: Command = {
  group: "Called by agents and scripts",
  summary: "Test a bridge file with one tool call (internal).",
  usage: "AGENT FILE",
  example: "snaphook try-bridge pi ~/.pi/agent/extensions/snaphook.js < call.json",
  arguments: [{ kind: "agent" }, { kind: "file" }],
  endsUnread: true,
  async run(call) {
    const [agent = "", file = ""] = call.args;
    const given = parseObject(await text(process.stdin));
    const tryBridge = lookUp(ADAPTERS, agent)?.tryBridge;
    if (tryBridge === undefined || given === undefined) return MISUSE;
    const bridge = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    const blocked = await tryBridge(bridge, {
      command: String(given["command"]),
      cwd: String(given["cwd"]),
      id: probeCallId(),
    });
    call.out(jsonText({ blocked: blocked ?? null }));
    return OK;
  },
};

export default command;
