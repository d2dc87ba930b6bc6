import { expect } from "vitest";
import type { Show } from "./show.js";

const MODES = { modes: { marathon: { keywords: ["marathon"], hint: "Run.", continue: "go on.", active: true } } };

const show: Show = {
  ids: "BI-O13",
  what: "has the agent go on while a mode is on",
  async show(place) {
    const registry = place.write("modes.json", MODES);
    place.use({ builtin: "mode-stop", options: { registry } });
    const { said } = await place.tell("Stop");
    expect(said).toMatchObject({ decision: "block", reason: "Mode marathon is on: go on." });
  },
};

export default show;
