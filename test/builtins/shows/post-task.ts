import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C11",
  what: "asks for lessons and a commit, and names who shall go on",
  async show(place) {
    place.use("post-task");
    execFileSync("git", ["init", "-q", place.project]);
    const stop = (more = {}) => place.tell("Stop", { last_assistant_message: "done", ...more });
    expect((await stop()).said).toEqual({});
    place.write("new.txt", "x");
    expect((await stop({ session_id: "s2" })).said).toMatchObject({
      decision: "block",
      reason: expect.stringMatching(/save what[\s\S]*commit what belongs/),
    });
    expect((await stop({ session_id: "s3", stop_hook_active: true })).said).toEqual({});
    const ended = await place.fire("cortex:thread.end", { activeAgent: "builder" });
    expect(JSON.stringify(ended)).toContain('"targetAgent":"builder"');
  },
};

export default show;
