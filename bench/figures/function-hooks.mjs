/** What ten function hooks without an opinion cost, with deadline, provenance and an observer. */
import { createRequire } from "node:module";
import { createHooks } from "../../dist/index.js";
import { oneObserver, PAYLOAD } from "../lib/event.mjs";
import { inTurns, perCall } from "../lib/rounds.mjs";
import { atMost, micro } from "../lib/row.mjs";

const { AsyncSeriesBailHook } = createRequire(import.meta.url)("tapable");
const HOOKS = 10;

export default async function functionHooks() {
  const asynchronous = await compare(async () => {}, "tapPromise");
  const synchronous = await compare(() => {}, "tap");
  return [
    atMost("fire with 10 async functions : tapable AsyncSeriesBailHook, tapPromise", 3, asynchronous, micro),
    atMost("fire with 10 sync functions : tapable AsyncSeriesBailHook, tap", undefined, synchronous, micro),
  ];
}

async function compare(fn, tap) {
  const hooks = createHooks();
  const seen = oneObserver(hooks);
  const tapable = new AsyncSeriesBailHook(["payload"]);
  for (let i = 0; i < HOOKS; i++) {
    hooks.on("PreToolUse", fn);
    tapable[tap](`hook-${i}`, fn);
  }
  const found = await inTurns(
    61,
    10,
    perCall(
      2_000,
      () => hooks.fire("PreToolUse", PAYLOAD),
      (decision) => decision.verdict === "none" && decision.hooks.length === HOOKS,
    ),
    perCall(
      2_000,
      () => tapable.promise(PAYLOAD),
      (result) => result === undefined,
    ),
  );
  const expected = 2 * HOOKS * 2_000 * 71;
  if (seen.count !== expected) throw new Error(`the observer was told ${seen.count} times, not ${expected}`);
  return found;
}
