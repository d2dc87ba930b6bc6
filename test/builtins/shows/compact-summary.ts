import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O17",
  what: "passes the beginning of a summary on",
  async show(place) {
    place.use("compact-summary", { event: "orion:contextSummaryUpdated", command: "cat > summary.json" });
    await place.tell("PostCompact", { trigger: "auto", compact_summary: "s".repeat(5000) });
    expect(JSON.parse(place.read("summary.json"))).toMatchObject({ summary: "s".repeat(4000) });
  },
};

export default show;
