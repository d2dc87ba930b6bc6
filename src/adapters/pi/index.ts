import type { Presence } from "../../core/events/payload.js";
import { capabilityOf, HELD_MS } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { encode } from "./encode.js";
import { PI_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { canRewrite, PI_TOOLS } from "./tools.js";
import { transcript } from "./transcript.js";
import { tryBridge } from "./try-bridge.js";

const pi: Adapter = {
  name: "pi",
  title: "Pi",
  versions: ["1.5.0", "0.87.1"],
  proof: "released",
  namespace: "pi",
  events: PI_EVENTS,
  tools: PI_TOOLS,
  callId: "toolCallId",
  failures: { crash: "blocks", timeout: "waits for ever", badOutput: "goes on", launcherGone: "blocks" },
  waits: { usualMs: 600_000, unit: "none", heldMs: HELD_MS },
  notCovered: [
    "commands that the user types after ! or !!",
    "Pi extensions that act on their own, without a tool call",
    "a project wired with --project that is not trusted in Pi",
    "sessions started with --no-extensions",
  ],
  presence: readPresence,
  decode,
  capability,
  canRewrite,
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "tool_call",
    payload: {
      type: "tool_call",
      toolName: "bash",
      toolCallId: "call_0",
      input: { command },
      ctx: { mode: "print", hasUI: false, cwd },
    },
  }),
  tryBridge,
  traces,
  wiring,
  hookFiles,
  transcript,
};

function capability(event: string, presence: Presence) {
  const can = capabilityOf({ events: PI_EVENTS }, event);
  // The answer of a hook on a native event is passed to Pi unchanged.
  if (event.startsWith("pi:")) return { ...can, replaceOutput: true, message: true };
  return { ...can, ask: can.ask && presence === "interactive" };
}

export default pi;
