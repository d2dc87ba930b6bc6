import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O25",
  what: "hears that something shall repeat",
  async show(place) {
    place.use("automation-intent");
    const { context } = await place.tell("UserPromptSubmit", { prompt: "Send me the numbers every morning." });
    expect(context).toMatch(/^<automation-intent>The user seems to want something that repeats/);
  },
};

export default show;
