import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O23 CI-14",
  what: "tells day, time and project with every prompt",
  async show(place) {
    place.use("ambient-context");
    const { context } = await place.tell("UserPromptSubmit", { prompt: "Hello" });
    expect(context).toMatch(/^<ambient>\d{4}-\d\d-\d\d \w{3} \d\d:\d\d · project project<\/ambient>$/);
  },
};

export default show;
