import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O11",
  what: "tells a subagent the name of the project",
  async show(place) {
    place.use({ builtin: "subagent-context", options: { project: "C:\\Projects\\Garden" } });
    expect((await place.tell("SubagentStart", { agent_id: "a1", agent_type: "explorer" })).context).toBe(
      "<project-context>Active PARA project: Garden</project-context>",
    );
  },
};

export default show;
