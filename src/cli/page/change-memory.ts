/** What a person does with a memory on the local page: the commands do it, after the terminal has shown it. */
import type { Wanted } from "../../daemon/local-page/confirmations.js";
import { type Call, PROBLEMS } from "../command.js";
import { refusingUnusable } from "../input/read-store.js";
import { withNamed } from "../memory/place.js";
import { oneLine, refuse } from "../output/print.js";

type Change = Extract<Wanted, { kind: "memory" }>;

/** `here` collects what the command prints, `shown` is the terminal. */
export function changeMemory(here: Call, shown: Call, { verb, memory }: Change): Promise<number> {
  return refusingUnusable(here, async () => {
    const named = await withNamed(here, memory, async (row) => {
      shown.out(`The page asks about ${row.id} (${row.trust}): ${oneLine(row.text)}`);
      return 0;
    });
    if (named !== 0) return named;
    if (verb === "forget") {
      const { default: forget } = await import("../commands/forget.js");
      return forget.run({ ...here, args: [memory] }); // it asks for the code
    }
    const consent = await here.person.confirm(
      verb === "pin" ? "prefer it, or not any more" : "use it, or not any more",
    );
    if (!consent.yes) {
      refuse(here, consent.why);
      return PROBLEMS;
    }
    const { default: command } = await import("../commands/memory.js");
    // The user's own memories are asked about by the command, too: this was the answer.
    const agreed = { ...here.person, confirm: async () => consent };
    return command.run({ ...here, person: agreed, args: [verb, memory] });
  });
}
