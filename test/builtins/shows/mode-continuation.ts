import { expect } from "vitest";
import type { Show } from "./show.js";

const MODES = { modes: { marathon: { keywords: ["marathon"], hint: "Run.", continue: "go on.", active: false } } };

const show: Show = {
  ids: "BI-O15",
  what: "tells what was on before a compaction",
  async show(place) {
    const registry = place.write("modes.json", MODES);
    place.use({ builtin: "mode-continuation", options: { registry } });
    place.write(`${place.cache}/modes/s1.json`, { modes: ["marathon"] });
    expect((await place.tell("SessionStart", { source: "compact" })).context).toContain("- marathon: Run.");
    expect((await place.tell("SessionStart", { source: "startup" })).context).toContain("- marathon: Run.");
  },
};

export default show;
