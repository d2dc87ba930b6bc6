import { HELD_MS } from "../_shared/event-table.js";
import { readPresence } from "../_shared/opencode/decode.js";
import { canRewriteOpenCode, encodeOpenCode } from "../_shared/opencode/encode.js";
import { ALSO_CALLED, openCodeCapability } from "../_shared/opencode/events.js";
import { openCodeShellCall } from "../_shared/opencode/shell-call.js";
import { tryOpenCodeBridge } from "../_shared/opencode/try-bridge.js";
import type { Adapter } from "../contract.js";
import { decode } from "./decode.js";
import { traces } from "./detect.js";
import { KILO_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { KILO_TOOLS } from "./tools.js";

const kilo: Adapter = {
  name: "kilo",
  title: "Kilo",
  versions: ["7.4.23"],
  proof: "documents",
  namespace: "kilo",
  events: KILO_EVENTS,
  alsoCalled: ALSO_CALLED,
  tools: KILO_TOOLS,
  callId: "callID",
  failures: { crash: "blocks", timeout: "waits for ever", badOutput: "goes on", launcherGone: "blocks" },
  waits: { usualMs: 600_000, unit: "none", heldMs: HELD_MS },
  notCovered: [
    "tools that throw: no hook is called after them, so context given before them is lost",
    "the end of a session when Kilo is killed, or a server is ended by a signal",
    "an allow of a permission in `kilo run`, which answers at once on its own and denies its subagents without asking",
    "an allow of commands in a skill, or of leaving the sandbox: only the user's counts there",
    "commands that the user types after !",
    "runs with --pure or KILO_PURE, which load no plugins",
  ],
  presence: (payload) => readPresence("kilo", payload),
  decode,
  capability: (event, presence) => openCodeCapability(KILO_EVENTS, event, presence),
  canRewrite: (event, input) => canRewriteOpenCode(KILO_TOOLS, event, input),
  encode: (decision, event) => encodeOpenCode(KILO_TOOLS, decision, event),
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: openCodeShellCall,
  tryBridge: tryOpenCodeBridge,
  traces,
  wiring,
  hookFiles,
};

export default kilo;
