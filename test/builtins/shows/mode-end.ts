import { expect } from "vitest";
import type { Show } from "./show.js";

const MODES = { modes: { marathon: { keywords: ["marathon"], hint: "Run.", continue: "go on.", active: true } } };

const show: Show = {
  ids: "BI-O19",
  what: "closes what is on when a session ends, and fires an event",
  async show(place) {
    const registry = place.write("modes.json", MODES);
    place.use({ builtin: "mode-end", options: { registry } });
    const { fired } = await place.tell("SessionEnd", { reason: "other" });
    expect(fired).toEqual(["orion:modeClosure"]);
    expect(place.lines("modes.jsonl")).toMatchObject([{ closed: ["marathon"] }]);
  },
};

export default show;
