import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-A6",
  what: "logs when a subagent starts and ends",
  async show(place) {
    place.use("subagent-monitor");
    const facts = { agent_id: "a1", agent_type: "Explore" };
    await place.tell("SubagentStart", facts);
    await place.tell("SubagentStop", { ...facts, last_assistant_message: "found it" });
    expect(place.lines("subagents.jsonl")).toMatchObject([
      { event: "started", agent: "a1", type: "Explore", session: "s1" },
      { event: "ended", agent: "a1", ms: expect.any(Number), result: "found it" },
    ]);
  },
};

export default show;
