import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O1 BI-O2 CI-13",
  what: "tells after a compaction what was kept before it",
  async show(place) {
    place.use("continuity");
    const line = { type: "assistant", message: { content: [{ type: "text", text: "The kettle is mended." }] } };
    const transcript_path = place.write("t.jsonl", `${JSON.stringify(line)}\n`);
    await place.tell("PreCompact", { trigger: "auto", transcript_path });
    expect(JSON.parse(place.read(`${place.cache}/continuity/s1.json`))).toMatchObject({
      summary: "The kettle is mended.",
    });
    const { context } = await place.tell("SessionStart", { source: "compact" });
    expect(context).toMatch(/^<session-continuity>\n[\s\S]*The kettle is mended\.[\s\S]*<\/session-continuity>$/);
  },
};

export default show;
