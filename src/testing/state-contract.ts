/** What the engine relies on in a StatePort, for custom stores. */
import assert from "node:assert/strict";
import type { StatePort } from "../core/ports.js";
import type { ContractCase } from "./contract-case.js";

const AWKWARD_KEYS = ["", "a", "a/b", "a//b", "../a", "..", "A", "a\0b", "ключ", "k".repeat(5000), "__proto__"];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** `open` returns an empty store each time. */
export function stateContract(open: () => StatePort | Promise<StatePort>): ContractCase[] {
  const cases: [name: string, check: (state: StatePort) => Promise<void>][] = [
    [
      "a key that was never written is undefined",
      async (state) => {
        assert.equal(await state.read("nothing"), undefined);
        assert.equal(await state.update("nothing", () => undefined), undefined);
      },
    ],
    [
      "an update returns the new value and keeps it",
      async (state) => {
        assert.equal(await state.update("k", () => 1), 1);
        assert.equal(await state.read("k"), 1);
      },
    ],
    [
      "a change is given the old value",
      async (state) => {
        await state.update("k", () => 1);
        assert.deepEqual(await state.update("k", (old) => ({ old })), { old: 1 });
      },
    ],
    [
      "undefined removes a key",
      async (state) => {
        await state.update("k", () => "here");
        assert.equal(await state.update("k", () => undefined), undefined);
        assert.equal(await state.read("k"), undefined);
      },
    ],
    [
      "any JSON value comes back as it was",
      async (state) => {
        for (const value of [0, false, "", null, [], {}, { deep: [{ text: "ä\n\u2028" }] }]) {
          await state.update("k", () => value);
          assert.deepEqual(await state.read("k"), value);
        }
      },
    ],
    [
      "keys are apart, whatever they look like",
      async (state) => {
        for (const [i, key] of AWKWARD_KEYS.entries()) await state.update(key, () => i);
        for (const [i, key] of AWKWARD_KEYS.entries()) assert.equal(await state.read(key), i, `key ${key}`);
      },
    ],
    [
      "updates at the same time lose nothing",
      async (state) => {
        const add = (old: unknown) => (typeof old === "number" ? old : 0) + 1;
        await Promise.all(Array.from({ length: 40 }, () => state.update("k", add)));
        assert.equal(await state.read("k"), 40);
      },
    ],
    [
      "a sweep removes keys that were unused for so long, and returns their number",
      async (state) => {
        assert.equal(await state.sweep(0), 0);
        await state.update("old", () => 1);
        await state.update("kept", () => 1);
        await pause(300);
        const between = Date.now();
        await pause(300);
        await state.update("kept", () => 2);
        assert.equal(await state.sweep(Date.now() - between), 1);
        assert.equal(await state.read("old"), undefined);
        assert.equal(await state.read("kept"), 2);
      },
    ],
  ];
  return cases.map(([name, check]) => ({ name, run: async () => check(await open()) }));
}
