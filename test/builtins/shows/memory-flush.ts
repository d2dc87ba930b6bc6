import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C10",
  what: "asks for what is unsaid, and names changes only where there are some",
  async show(place) {
    place.use("memory-flush");
    const start = async (session_id: string) =>
      (await place.tell("SessionStart", { source: "startup", session_id })).context;
    execFileSync("git", ["init", "-q", place.project]);
    const clean = await start("s1");
    expect(clean).toContain("memory");
    expect(clean).not.toContain("uncommitted");
    place.write("new.txt", "x");
    expect(await start("s2")).toContain("uncommitted changes in 1 file:");
    const fired = await place.fire("cortex:session.new", { channel: "c" });
    expect(JSON.stringify(fired)).toContain("uncommitted changes in 1 file");
  },
};

export default show;
