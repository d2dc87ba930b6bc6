import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O8",
  what: "fires an event for the project that the first prompt names, and never again",
  async show(place) {
    place.use("project-auto-detect", { event: "orion:projectContextChange", command: "cat > changed.json" });
    place.write("Projects/bakery/_meta.yaml", "");
    const { fired } = await place.tell("UserPromptSubmit", { prompt: "How is the bakery?" });
    expect(fired).toEqual(["orion:projectContextChange"]);
    expect(JSON.parse(place.read("changed.json"))).toMatchObject({
      projectName: "bakery",
      projectPath: place.path("Projects/bakery"),
    });
    expect((await place.tell("UserPromptSubmit", { prompt: "And the bakery?" })).fired).toEqual([]);
  },
};

export default show;
