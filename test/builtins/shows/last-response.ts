import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-A5",
  what: "keeps what the agent said last",
  async show(place) {
    place.use("last-response");
    await place.tell("Stop", { last_assistant_message: "first" });
    await place.tell("Stop", { last_assistant_message: "It is password=hunter2hunter2." });
    const [kept] = place.lines("last-response/s1.json");
    expect(kept).toMatchObject({ session: "s1", response: expect.stringContaining("It is password=[redacted") });
  },
};

export default show;
