import { describe, expect, it } from "vitest";
import { BuiltinPlace } from "../support/builtin-place.js";

const SESSION = { payload: { session_id: "s1" } };
const bash = (place: BuiltinPlace, command: string, more = SESSION) =>
  place.call("protect-commands", "Bash", { command }, more);

describe("what was denied, tried another way", () => {
  it("is asked, for some minutes, in the same session", async () => {
    const place = new BuiltinPlace();
    expect(await bash(place, "rm -rf /etc")).toMatchObject({ verdict: "deny" });
    const other = "cat note > /etc";
    expect(await bash(place, other)).toMatchObject({
      verdict: "ask",
      reason: expect.stringContaining("was denied to Bash"),
    });
    expect(await bash(place, other, { payload: { session_id: "s2" } })).toBeUndefined();
    place.now += 11 * 60_000;
    expect(await bash(place, other)).toBeUndefined();
  });

  it("counts from the last of several denials", async () => {
    const place = new BuiltinPlace();
    await bash(place, "rm -rf /etc");
    place.now += 59_000;
    await bash(place, "rm -rf /etc");
    place.now += 10 * 60_000 - 1;
    expect(await bash(place, "cat note > /etc")).toMatchObject({ verdict: "ask" });
  });

  it("is not every change below a folder that was denied", async () => {
    const place = new BuiltinPlace();
    expect(await bash(place, `rm -rf ${place.home}`)).toMatchObject({ verdict: "deny" });
    expect(await bash(place, `echo hi > ${place.project}/notes.txt`)).toBeUndefined();
  });
});
