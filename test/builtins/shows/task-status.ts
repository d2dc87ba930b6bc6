import { expect } from "vitest";
import type { Show } from "./show.js";

const TASKS = `tasks:
  - id: T-1
    title: "status: done"
    status: claimed
  - title: second
    status: done
    id: "T-2"
  - { }
more:
  T-3:
    status: blocked
  T-4:
    status: split # into two
  T-5:
    status: pending
open:
  - id: T-6
    status: open
    claimed-by: "exec-1"
  - id: T-7
    status: open
    claimed-by: exec-1
    blocked-by: "no key"
  - id: T-8
    status: open
    claimed-by: null
    blocked-by: # none
`;

const show: Show = {
  ids: "BI-C12",
  what: "asks about a task that is still claimed or pending, and about no other",
  async show(place) {
    place.use("task-status");
    place.write("TASKS.yaml", TASKS);
    const stop = async (id: string) =>
      (await place.tell("Stop", { session_id: id, last_assistant_message: id }, { env: { CORTEX_TASK_ID: id } })).said;
    expect(await stop("T-1")).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("T-1 is still claimed"),
    });
    expect(await stop("T-5")).toMatchObject({ reason: expect.stringContaining("pending") });
    expect(await stop("T-6")).toMatchObject({ reason: expect.stringContaining("T-6 is still claimed") });
    for (const id of ["T-2", "T-3", "T-4", "T-7", "T-8", "T-9"]) expect(await stop(id)).toEqual({});
    const ended = await place.fire("cortex:thread.end", { taskId: "T-1", activeAgent: "builder" });
    expect(JSON.stringify(ended)).toContain('"insertAgent":true,"targetAgent":"builder"');
    expect(JSON.stringify(await place.fire("cortex:thread.end", { taskId: "T-2" }))).toContain('"insertAgent":false');
  },
};

export default show;
