import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O26",
  what: "hears that something larger begins",
  async show(place) {
    place.use("initiative-intent");
    const { context } = await place.tell("UserPromptSubmit", { prompt: "I want to build a bakery app." });
    expect(context).toMatch(/^<initiative-intent>The user may be about to start something larger/);
  },
};

export default show;
