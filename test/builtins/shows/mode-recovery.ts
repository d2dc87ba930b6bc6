import { expect } from "vitest";
import type { Show } from "./show.js";

const MODES = { modes: { marathon: { keywords: ["marathon"], hint: "Run.", continue: "go on.", active: true } } };

const show: Show = {
  ids: "BI-O14",
  what: "writes down what is on before a compaction",
  async show(place) {
    const registry = place.write("modes.json", MODES);
    place.use({ builtin: "mode-recovery", options: { registry } });
    await place.tell("PreCompact", { trigger: "auto" });
    expect(JSON.parse(place.read(`${place.cache}/modes/s1.json`))).toMatchObject({ modes: ["marathon"] });
  },
};

export default show;
