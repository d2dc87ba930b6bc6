import type { JsonObject } from "../../core/text/json.js";
import { capabilityOf } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { canRewrite, encode } from "./encode.js";
import { CLINE_ALSO, CLINE_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { CLINE_TOOLS } from "./tools.js";

const cline: Adapter = {
  name: "cline",
  title: "Cline",
  versions: ["3.0.65"],
  proof: "released",
  namespace: "cline",
  events: CLINE_EVENTS,
  alsoCalled: CLINE_ALSO,
  tools: CLINE_TOOLS,
  callId: "tool_call.id",
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  waits: { usualMs: 120_000, unit: "none" },
  notCovered: [
    "a denied call of an MCP server, a plugin or a team ends the whole run, and its reason is only in Cline's log file",
    "three calls in a row that fail or are denied end the run: Cline counts them as mistakes",
    "a rewrite by a hook file in another of Cline's hook directories can replace a denial that does not end the run",
    "the prompt that starts a run, compaction, and the end of a session",
    "which start is the first of a session: one is sent with each prompt",
  ],
  presence: readPresence,
  decode,
  capability: (event) => capabilityOf({ events: CLINE_EVENTS }, event),
  canRewrite,
  encode,
  neutral: { stdout: "", exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      hookName: "tool_call",
      taskId: "snaphook-proof",
      workspaceRoots: [cwd],
      parent_agent_id: null,
      tool_call: { id: "snaphook-proof", name: "run_commands", input: { commands: [command] } },
    },
  }),
  otherCalls(text, cwd) {
    const call = (route: string, parent: string | null, name: string, input: JsonObject) => ({
      route,
      event: "PreToolUse",
      payload: {
        hookName: "tool_call",
        taskId: "snaphook-proof",
        workspaceRoots: [cwd],
        parent_agent_id: parent,
        tool_call: { id: "snaphook-proof", name, input },
      },
    });
    return [
      call("subagent", "snaphook-proof", "run_commands", { commands: [text] }),
      call("MCP tool", null, "snaphook__canary", { command: text }),
    ];
  },
  traces,
  wiring,
  hookFiles,
};

export default cline;
