import { utimesSync } from "node:fs";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O4",
  what: "deletes what is old when a session ends",
  async show(place) {
    place.use("cache-cleanup");
    const [old, young] = ["old", "young"].map((name) => place.write(`${place.cache}/continuity/${name}.json`, "{}"));
    const lastMonth = Date.now() / 1000 - 30 * 24 * 3600;
    utimesSync(old!, lastMonth, lastMonth);
    await place.tell("SessionEnd", { reason: "other" });
    expect([place.has(old!), place.has(young!)]).toEqual([false, true]);
  },
};

export default show;
