import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O10",
  what: "adds a hint for a word, and none for a part of one",
  async show(place) {
    place.use("keyword-context");
    const says = async (prompt: string) => (await place.tell("UserPromptSubmit", { prompt })).context;
    expect(await says("Plan the party.")).toMatch(/^<workflow-hint>Plan first.*<\/workflow-hint>$/);
    expect(await says("Which planet is this?")).toBe("");
  },
};

export default show;
