/** Creates a directory for each session, and removes it at the end (BI-A3, BI-A4). */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { context } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { ensurePrivateFolder } from "../disk/files.js";
import { plainName } from "./_shared/calls/tool-call.js";

const sessionFolder: Builtin = {
  name: "session-folder",
  summary: "Creates a directory for each session when it starts, tells the model where, and removes it at the end.",
  kind: "context",
  from: "arawn",
  example: { builtin: "session-folder" },
  events: ["SessionStart", "SessionEnd"],
  match: {},
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make({ home }) {
    return (payload) => {
      const name = plainName(payload.session_id);
      if (name === "unknown") return undefined;
      const folder = join(home, ".cache", "snaphook-sessions", name);
      if (payload.hook_event_name === "SessionEnd") {
        rmSync(folder, { recursive: true, force: true });
        return undefined;
      }
      ensurePrivateFolder(folder);
      return context(`Keep files for this session only in ${folder}; it is removed when the session ends.`);
    };
  },
};

export default sessionFolder;
