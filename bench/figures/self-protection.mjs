/** What the guard that stands everywhere adds to a write, in a process that is warm. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "../../dist/index.js";
import { loadHooks } from "../../dist/load.js";
import { PAYLOAD } from "../lib/event.mjs";
import { inTurns, perCall } from "../lib/rounds.mjs";
import { within } from "../lib/row.mjs";

export default async function selfProtection() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const cwd = join(home, "project");
  mkdirSync(join(cwd, "src"), { recursive: true });
  try {
    const environment = { HOME: home };
    const { entries } = await loadHooks({ cwd, environment });
    const guarded = createHooks({ entries, environment });
    const other = createHooks();
    other.on("PreToolUse", () => {});
    const payload = { ...PAYLOAD, cwd, tool_name: "Write", tool_input: { file_path: "src/index.ts", content: "" } };
    const isRight = ({ verdict, hooks }) => verdict === "none" && hooks.length === 1;
    const { ours, theirs, rounds } = await inTurns(
      31,
      5,
      perCall(200, () => guarded.fire("PreToolUse", payload), isRight),
      perCall(200, () => other.fire("PreToolUse", payload), isRight),
    );
    const added = (ours - theirs) / 1000;
    return [within("self-protection added to a warm write", 0.5, added, `${rounds} rounds of 200 writes`)];
  } finally {
    rmSync(home, { recursive: true });
  }
}
