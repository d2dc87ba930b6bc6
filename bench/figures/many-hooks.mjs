/** What hooks cost that do not match. */
import { createHooks } from "../../dist/index.js";
import { oneObserver, PAYLOAD } from "../lib/event.mjs";
import { inTurns, perCall } from "../lib/rounds.mjs";
import { atMost, micro } from "../lib/row.mjs";

export default async function manyHooks() {
  const found = await inTurns(61, 10, fireAmong(1000), fireAmong(10));
  return [atMost("fire with 1,000 hooks, 1 matching : with 10 hooks, 1 matching", 1.2, found, micro)];
}

function fireAmong(count) {
  const hooks = createHooks({
    hooks: Array.from({ length: count }, (_, i) => ({
      event: "PreToolUse",
      matcher: i === count >> 1 ? "Bash" : `Tool${i}`,
      run: async () => {},
    })),
  });
  oneObserver(hooks);
  return perCall(
    5_000,
    () => hooks.fire("PreToolUse", PAYLOAD),
    (decision) => decision.verdict === "none" && decision.hooks.length === 1,
  );
}
