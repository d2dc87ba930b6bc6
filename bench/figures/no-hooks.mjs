/** What a fire costs when nobody listens. */
import { createHooks as createHookable } from "hookable";
import { createHooks } from "../../dist/index.js";
import { oneObserver, PAYLOAD } from "../lib/event.mjs";
import { inTurns, perCall } from "../lib/rounds.mjs";
import { atMost, micro } from "../lib/row.mjs";

export default async function noHooks() {
  const hooks = createHooks();
  oneObserver(hooks);
  const hookable = createHookable();
  const found = await inTurns(
    61,
    10,
    perCall(
      20_000,
      () => hooks.fire("PreToolUse", PAYLOAD),
      (decision) => decision.verdict === "none" && decision.hooks.length === 0,
    ),
    perCall(
      20_000,
      () => hookable.callHook("PreToolUse", PAYLOAD),
      (result) => result === undefined,
    ),
  );
  return [atMost("fire with no hooks : hookable callHook with none", 1, found, micro)];
}
