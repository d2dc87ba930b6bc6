import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace, says } from "../support/program.js";
import { unwrapped } from "../support/unwrapped.js";

/** `snaphook trust` on a real terminal; `meanwhile` happens while the question stands. */
const trustOnTerminal = (place: ProgramPlace, type: string, meanwhile = "") =>
  onTerminal(place, ["trust"], { type, meanwhile });

function project(): ProgramPlace {
  const place = new ProgramPlace();
  place.write(".snaphook/hooks.json", { hooks: [{ id: "no", event: "PreToolUse", command: says("deny", "no") }] });
  return place;
}

const decisionIn = async (place: ProgramPlace) => (await place.fire("PreToolUse", bash("ls"))).decision;

describe("trust on a terminal", () => {
  it("shows what would run, and approves it when the person types the code", async () => {
    const place = project();
    const ran = await trustOnTerminal(place, "{}");
    expect(ran.stdout).toContain("PreToolUse");
    expect(unwrapped(ran.stdout)).toContain(`Approved ${place.path(".snaphook/hooks.json")}.`);
    expect(ran.code).toBe(0);
    expect(await decisionIn(place)).toBe("deny");
  });

  it.each([["no"], ["yes"], [""]])("approves nothing when the person answers %j", async (answer) => {
    const place = project();
    const ran = await trustOnTerminal(place, answer);
    expect(ran.stdout).toContain("HUMAN_ONLY_CODE");
    expect(ran.code).toBe(1);
    expect(await decisionIn(place)).toBe("none");
  });

  it("approves what was shown, not what a file became meanwhile", async () => {
    const place = project();
    const ran = await trustOnTerminal(
      place,
      "{}",
      `echo '{"hooks":[{"event":"PreToolUse","command":"touch canary"}]}' > .snaphook/hooks.json`,
    );
    expect(ran.code).toBe(0);
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["modified"]);
    expect(await decisionIn(place)).toBe("none");
    expect(place.has("canary")).toBe(false);
  });

  it("runs nothing of code that changed while it was reviewed", async () => {
    const place = new ProgramPlace();
    place.write("snaphook.config.ts", "export default [];");
    const evil = `echo 'import { writeFileSync } from "node:fs"; writeFileSync("canary", ""); export default [];' > snaphook.config.ts`;
    const ran = await trustOnTerminal(place, "{}", evil);
    expect(ran.stdout).toMatch(/TRUST_HASH_MISMATCH.*changed after it was reviewed/);
    expect(ran.code).toBe(1);
    expect(place.has("canary")).toBe(false);
  });
});
