import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";

const TERMINAL = fileURLToPath(new URL("../support/terminal.py", import.meta.url));

/** `snaphook trust` on a real terminal; `meanwhile` happens while the question stands. */
function trustOnTerminal(place: ProgramPlace, answer: string, meanwhile = "") {
  const args = [TERMINAL, "Type yes to approve", meanwhile, answer, process.execPath, PROGRAM, "trust"];
  return spawnSync("python3", args, {
    cwd: place.project,
    env: { ...place.env, TERM: "xterm" },
    encoding: "utf8",
    timeout: 20_000,
  });
}

function project(): ProgramPlace {
  const place = new ProgramPlace();
  place.write(".snaphook/hooks.json", { hooks: [{ id: "no", event: "PreToolUse", command: says("deny", "no") }] });
  return place;
}

const decisionIn = async (place: ProgramPlace) => (await place.fire("PreToolUse", bash("ls"))).decision;

describe("trust on a terminal", () => {
  it("shows what would run, and approves it when the person types yes", async () => {
    const place = project();
    const ran = trustOnTerminal(place, "yes");
    expect(ran.stdout).toContain("PreToolUse");
    expect(ran.stdout).toContain(`Approved ${place.path(".snaphook/hooks.json")}.`);
    expect(ran.status).toBe(0);
    expect(await decisionIn(place)).toBe("deny");
  });

  it.each([["no"], ["y"], [""]])("approves nothing when the person answers %j", async (answer) => {
    const place = project();
    const ran = trustOnTerminal(place, answer);
    expect(ran.stdout).toContain("Nothing was approved.");
    expect(ran.status).toBe(1);
    expect(await decisionIn(place)).toBe("none");
  });

  it("approves what was shown, not what a file became meanwhile", async () => {
    const place = project();
    const ran = trustOnTerminal(
      place,
      "yes",
      `echo '{"hooks":[{"event":"PreToolUse","command":"touch canary"}]}' > .snaphook/hooks.json`,
    );
    expect(ran.status).toBe(0);
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["modified"]);
    expect(await decisionIn(place)).toBe("none");
    expect(place.has("canary")).toBe(false);
  });

  it("runs nothing of code that changed while it was reviewed", async () => {
    const place = new ProgramPlace();
    place.write("snaphook.config.ts", "export default [];");
    const evil = `echo 'import { writeFileSync } from "node:fs"; writeFileSync("canary", ""); export default [];' > snaphook.config.ts`;
    const ran = trustOnTerminal(place, "yes", evil);
    expect(ran.stdout).toMatch(/TRUST_HASH_MISMATCH.*changed after it was reviewed/);
    expect(ran.status).toBe(1);
    expect(place.has("canary")).toBe(false);
  });
});
