import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O3",
  what: "writes at the fifth turn",
  async show(place) {
    place.use("activity-counter");
    const turn = (last: number) => place.tell("Stop", { last_assistant_message: `Turn ${last}.` });
    await place.after("Write", { file_path: "a.ts", content: "" });
    for (let last = 1; last <= 4; last++) await turn(last);
    const file = `${place.cache}/session-activity/s1.json`;
    expect(place.has(file)).toBe(false);
    await turn(5);
    expect(JSON.parse(place.read(file))).toMatchObject({ turns: 5, filesModified: 1 });
  },
};

export default show;
