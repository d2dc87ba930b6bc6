import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O9",
  what: "fires an event for a project that was made, by a file or by the CLI",
  async show(place) {
    place.use("project-detect");
    const written = await place.after("Write", { file_path: place.path("Projects/x/_meta.yaml"), content: "" });
    const made = await place.after("Bash", { command: "orion para create-entity --type project --name tea" });
    const other = await place.after("Write", { file_path: place.path("Projects/x/notes.md"), content: "" });
    expect([written, made, other].map(({ fired }) => fired.join())).toEqual([
      "orion:projectContextChange",
      "orion:projectContextChange",
      "",
    ]);
  },
};

export default show;
