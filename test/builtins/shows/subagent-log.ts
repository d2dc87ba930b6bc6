import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-O12",
  what: "writes a line when a subagent ends, and answers nothing",
  async show(place) {
    place.use("subagent-log");
    const { said } = await place.tell("SubagentStop", { agent_id: "a1", agent_type: "explorer" });
    expect(said).toEqual({});
    expect(place.lines("subagent-log.jsonl")).toMatchObject([{ session: "s1", agent: "a1", type: "explorer" }]);
  },
};

export default show;
