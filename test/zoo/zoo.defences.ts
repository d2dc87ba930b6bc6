/** Each repository of the zoo is harmless because of a defence that can be named: without it, the zoo sees the bite. */
import { describe, expect, it } from "vitest";
import { whyNotEdited } from "../support/edit-sources.js";
import { REMOVES_DEFENCES } from "../support/without-defence.js";
import { CASES } from "./cases/index.js";
import { DEFENCES, NOT_OURS } from "./defences/index.js";
import { buildDriver, runZoo } from "./run-zoo.js";

const MINUTE = 60_000;

describe("defences of the zoo", () => {
  it("every case has its defence, or the reason why none of ours can be taken away", () => {
    const named = [...DEFENCES.flatMap(({ cases }) => cases), ...Object.keys(NOT_OURS)].sort();
    expect(named).toEqual(CASES.map(({ name }) => name).sort());
  });

  it.each(DEFENCES)("[$defence] is in the sources of today", ({ edits }) => {
    expect(whyNotEdited(edits)).toBeUndefined();
  });

  if (!REMOVES_DEFENCES) return;
  it.each(DEFENCES)("without [$defence] its cases fail", { timeout: 15 * MINUTE }, async ({ edits, cases }) => {
    const driver = await buildDriver(edits);
    try {
      const visits = runZoo(driver, cases, { limitMs: cases.length > 20 ? 10 * MINUTE : MINUTE / 2 });
      expect(cases.filter((name) => visits.get(name)?.found.length === 0)).toEqual([]);
    } finally {
      driver.remove();
    }
  });
});
