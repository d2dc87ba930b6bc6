import { expect } from "vitest";
import type { Show } from "./show.js";

const MODES = { modes: { marathon: { keywords: ["marathon"], hint: "Run.", continue: "go on.", active: false } } };

const show: Show = {
  ids: "BI-O13",
  what: "switches a mode on by a word",
  async show(place) {
    const registry = place.write("modes.json", MODES);
    place.use({ builtin: "mode-keywords", options: { registry } });
    expect((await place.tell("UserPromptSubmit", { prompt: "A marathon!" })).context).toBe("<mode>Run.</mode>");
    expect((await place.tell("UserPromptSubmit", { prompt: "A marathoner." })).context).toBe("");
  },
};

export default show;
