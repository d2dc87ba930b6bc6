import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O16",
  what: "opens a span before a call and closes it after",
  async show(place) {
    place.use("media-tracing");
    const call = { tool_name: "Bash", tool_input: { command: "orion media image generate" }, tool_use_id: "t1" };
    const before = await place.tell("PreToolUse", call);
    const after = await place.tell("PostToolUse", { ...call, tool_response: { stdout: "", stderr: "" } });
    expect([before.said, after.said]).toEqual([{}, {}]);
    const span = { span: "t1", name: "media.image.generate" };
    expect(place.lines("media-spans.jsonl")).toMatchObject([
      { ...span, event: "opened" },
      { ...span, event: "closed", failed: false },
    ]);
    // A call that a guard denies has no span, whichever hook comes first.
    place.use("media-tracing", { event: "PreToolUse", guard: true, command: "echo no >&2; exit 2" });
    expect((await place.tell("PreToolUse", { ...call, tool_use_id: "t2" })).verdict).toBe("deny");
    expect(place.lines("media-spans.jsonl")).toHaveLength(2);
  },
};

export default show;
