import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Level, SourceEntry } from "../../src/core/hooks/hook.js";
import {
  isOffAt,
  LONGEST_OFF_MS,
  type OffScope,
  type OffSwitch,
  switchesOff,
} from "../../src/core/hooks/off-switch.js";
import { signedJson } from "../../src/disk/install-key.js";
import { parseOff } from "../../src/sources/discover/off-file.js";
import { removeFolder } from "../support/remove-folder.js";

const NOW = 1_800_000_000_000;
const off = (what: OffScope, more: Partial<OffSwitch> = {}): OffSwitch => ({
  what,
  from: NOW,
  until: NOW + 60_000,
  by: { user: "ada", terminal: "/dev/pts/1" },
  ...more,
});
const entry = (level: Level, alsoFrom: readonly Level[] = []) =>
  ({
    hook: { id: "h" },
    source: { level },
    alsoFrom: alsoFrom.map((one) => ({ level: one })),
  }) as unknown as SourceEntry;
const CALL = { root: "/work/shop", session: "s1" };

describe("what is switched off", () => {
  it("T18 begins when it was said and ends by itself, or before that", () => {
    const one = off({ kind: "all" });
    expect([NOW - 1, NOW, NOW + 59_999, NOW + 60_000].map((at) => isOffAt(one, at))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isOffAt({ ...one, endedAt: NOW + 1 }, NOW + 2)).toBe(false);
  });

  it.each<[OffScope, boolean]>([
    [{ kind: "all" }, true],
    [{ kind: "hook", id: "h" }, true],
    [{ kind: "hook", id: "other" }, false],
    [{ kind: "project", path: "/work/shop" }, true],
    [{ kind: "project", path: "/work" }, true],
    [{ kind: "project", path: "/work/sho" }, false],
    [{ kind: "session", id: "s1" }, true],
    [{ kind: "session", id: "s" }, false],
  ])("T18 %j concerns the call: %j", (what, expected) => {
    expect(switchesOff(off(what), entry("user"), CALL)).toBe(expected);
    expect(switchesOff(off(what), entry("project"), CALL)).toBe(expected);
  });

  it("T18 what an administrator has set is never off", () => {
    for (const what of [{ kind: "all" }, { kind: "hook", id: "h" }, { kind: "project", path: "/work" }] as const) {
      expect(switchesOff(off(what), entry("managed"), CALL)).toBe(false);
      expect(switchesOff(off(what), entry("user", ["managed"]), CALL)).toBe(false);
    }
  });

  it("T18 a file that we have not written like that switches nothing off", () => {
    const text = (switches: unknown, format: unknown = 1) => JSON.stringify({ format, switches });
    const good = off({ kind: "hook", id: "h" });
    const data = mkdtempSync(join(tmpdir(), "snaphook-off-"));
    onTestFinished(() => removeFolder(data));
    const signed = signedJson(data, "off", { format: 1, switches: [good] });
    expect(parseOff(signed, data)).toEqual({ state: "good", switches: [good] });
    expect(parseOff(undefined, data)).toEqual({ state: "good", switches: [] });
    expect(parseOff(text([good]), data).state).toBe("unsigned");
    expect(parseOff(signed.replace('"h"', '"i"'), data).state).toBe("unsigned");
    expect(parseOff(signedJson(data, "exceptions", { format: 1, switches: [good] }), data).state).toBe("unsigned");
    for (const bad of [
      "",
      "{",
      "[]",
      text([good], 2),
      text({}),
      text([good, null]),
      text([{ ...good, until: NOW + LONGEST_OFF_MS + 1 }]),
      text([{ ...good, until: NOW }]),
      text([{ ...good, until: "never" }]),
      text([{ ...good, until: 1e300 }]),
      text([{ ...good, what: { kind: "everything" } }]),
      text([{ ...good, what: { kind: "project", path: "shop" } }]),
      text([{ ...good, by: undefined }]),
      text([{ ...good, endedAt: null }]),
    ])
      expect(parseOff(bad, data), bad).toEqual({ state: "damaged", switches: [] });
  });
});
