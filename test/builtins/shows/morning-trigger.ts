import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O24",
  what: "asks for a look at the day once",
  async show(place) {
    place.use({ builtin: "morning-trigger", options: { from: 0, until: 24, text: "Look at the day." } });
    const says = async () => (await place.tell("UserPromptSubmit", { prompt: "Good morning" })).context;
    expect(await says()).toBe("<morning>Look at the day.</morning>");
  },
};

export default show;
