/** Whether nobody but root can change a file, or put another in its place. */
import { chmodSync, chownSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { whyNotManaged } from "../../src/sources/discover/managed.js";
import { ProgramPlace } from "../support/program.js";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

describe.runIf(isRoot)("the path of an administrator's file", () => {
  it("says of each part of the path what is wrong with it", () => {
    const place = new ProgramPlace();
    const file = place.write("a/b.json", "{}");
    expect(whyNotManaged(file)).toBeUndefined();
    chmodSync(place.path("a"), 0o770);
    expect(whyNotManaged(file)).toBe(`users other than root may write to ${place.path("a")}`);
    chmodSync(place.path("a"), 0o700);
    chownSync(place.project, NOBODY, NOBODY);
    expect(whyNotManaged(file)).toBe(`${place.project} is not owned by root`);
    chownSync(place.project, 0, 0);
    symlinkSync(file, place.path("link"));
    expect(whyNotManaged(place.path("link"))).toBe(`${place.path("link")} is a link`);
    expect(whyNotManaged(place.path("gone"))).toMatch(/cannot be inspected \(ENOENT\)/);
  });

  it.each([
    [0o644, true],
    [0o755, true],
    [0o664, false],
    [0o646, false],
    [0o666, false],
    [0o020, false],
    [0o002, false],
  ])("a file with the rights %i is root's alone: %s", (mode, managed) => {
    const place = new ProgramPlace();
    const file = place.write("f.json", "{}");
    chmodSync(file, mode);
    expect(whyNotManaged(file) === undefined).toBe(managed);
  });

  it("a folder that others write to is no danger to what is root's when it is sticky", () => {
    const place = new ProgramPlace();
    const file = place.write("shared/f.json", "{}");
    chmodSync(place.path("shared"), 0o777);
    expect(whyNotManaged(file)).toBe(`users other than root may write to ${place.path("shared")}`);
    chmodSync(place.path("shared"), 0o1777);
    expect(whyNotManaged(file)).toBeUndefined();
    chownSync(file, NOBODY, NOBODY);
    expect(whyNotManaged(file)).toBe(`${file} is not owned by root`);
  });
});
