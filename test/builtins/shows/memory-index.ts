import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C14",
  what: "counts, sorts and classifies what the log says",
  async show(place) {
    place.use("memory-index");
    const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    const log = [
      ["knowledge/K-1.md", 90],
      ["knowledge/K-1.md", 80],
      ["patterns/PAT-2.md", 3],
      ["patterns/PAT-2.md", 1],
      ["experiments/EXP-3.md", 1],
    ].map(([file, ago]) => JSON.stringify({ file, tool: "Read", ts: days(ago as number) }));
    place.write(
      "_meta/access-log.jsonl",
      [...log, "half a li", '{"file":"_directory_search","ts":"x"}', ""].join("\n"),
    );
    await place.tell("SessionEnd", { reason: "other" });
    const { files } = JSON.parse(place.read("_meta/memory-index.json"));
    expect(files).toMatchObject([
      { file: "patterns/PAT-2.md", refs: 2, class: "hot" },
      { file: "knowledge/K-1.md", refs: 2, class: "cold" },
      { file: "experiments/EXP-3.md", refs: 1, class: "cold" },
    ]);
    expect(files[1]["last-ref"]).toBe(JSON.parse(log[1]!).ts);
  },
};

export default show;
