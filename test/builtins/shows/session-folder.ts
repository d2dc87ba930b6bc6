import { join } from "node:path";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-A3 BI-A4",
  what: "makes a folder for the session, and takes it away",
  async show(place) {
    place.use("session-folder");
    const folder = join(place.home, ".cache/snaphook-sessions/s1");
    expect((await place.tell("SessionStart", { source: "startup" })).context).toContain(folder);
    place.write(join(folder, "notes.txt"), "x");
    await place.tell("SessionEnd", { reason: "other" });
    expect(place.has(folder)).toBe(false);
    await place.tell("SessionStart", { source: "startup", session_id: "../../.." });
    expect(place.has(join(place.home, ".cache/snaphook-sessions/unknown"))).toBe(false);
  },
};

export default show;
