import { HELD_MS } from "../_shared/event-table.js";
import { readPresence } from "../_shared/opencode/decode.js";
import { canRewriteOpenCode, encodeOpenCode } from "../_shared/opencode/encode.js";
import { ALSO_CALLED, openCodeCapability } from "../_shared/opencode/events.js";
import { openCodeShellCall } from "../_shared/opencode/shell-call.js";
import { OPENCODE_TOOLS } from "../_shared/opencode/tools.js";
import { tryOpenCodeBridge } from "../_shared/opencode/try-bridge.js";
import type { Adapter } from "../contract.js";
import { decode } from "./decode.js";
import { traces } from "./detect.js";
import { OPENCODE_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";

const opencode: Adapter = {
  name: "opencode",
  title: "OpenCode",
  versions: ["1.18.33"],
  proof: "released",
  namespace: "opencode",
  events: OPENCODE_EVENTS,
  alsoCalled: ALSO_CALLED,
  tools: OPENCODE_TOOLS,
  callId: "callID",
  failures: { crash: "blocks", timeout: "waits for ever", badOutput: "goes on", launcherGone: "blocks" },
  waits: { usualMs: 600_000, unit: "none", heldMs: HELD_MS },
  notCovered: [
    "tools that throw: no hook is called after them, so context given before them is lost",
    "the end of a session when OpenCode is killed, or a server is ended by a signal",
    "an allow of a permission in `opencode run`, which denies at once on its own",
    "commands that the user types after !",
    "runs with --pure or OPENCODE_PURE, which load no plugins",
  ],
  presence: (payload) => readPresence("opencode", payload),
  decode,
  capability: (event, presence) => openCodeCapability(OPENCODE_EVENTS, event, presence),
  canRewrite: (event, input) => canRewriteOpenCode(OPENCODE_TOOLS, event, input),
  encode: (decision, event) => encodeOpenCode(OPENCODE_TOOLS, decision, event),
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: openCodeShellCall,
  tryBridge: tryOpenCodeBridge,
  traces,
  wiring,
  hookFiles,
};

export default opencode;
