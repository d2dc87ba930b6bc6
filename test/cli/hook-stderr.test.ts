import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { spooledFiles } from "../../src/cli/input/spooled.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { bash, ProgramPlace } from "../support/program.js";

const TOKEN = `ghp_${"0123456789abcdefghijklmnopqrstuvwxyz"}`;
const NOISY = `yes 0123456789 | head -c 1000000 >&2; echo >&2; echo 'cannot reach the server, token=${TOKEN}' >&2`;

/** An agent's call with a hook that writes a megabyte to stderr, and what was recorded of it. */
async function called(hook: object) {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "noisy", command: NOISY, ...hook }] } });
  const input = { session_id: "s1", cwd: place.project, tool_use_id: "t1", ...bash("ls") };
  await place.run(["hook", "claude-code", "PreToolUse"], { input });
  return place;
}

describe("what a hook writes to stderr", () => {
  it("AX-03 EX-21 is in the record of an agent's call, `log` and `why`: its end, without secrets", async () => {
    const place = await called({});
    const [file] = spooledFiles(place.state);
    const record = JSON.parse(readFileSync(file!, "utf8")) as EventRecord;
    const { stderr = "" } = record.hooks[0]!;
    expect(stderr.length).toBeLessThanOrEqual(2000);
    expect(stderr.length).toBeGreaterThan(1900);
    expect(stderr).toContain("cannot reach the server");
    const texts = [stderr];
    for (const args of [["log"], ["log", "--json"], ["why", record.id]]) texts.push((await place.run(args)).stdout);
    for (const text of texts) {
      expect(text).toContain("cannot reach the server, token=[redacted:github-token:");
      expect(text).not.toContain(TOKEN);
      expect(text.length).toBeLessThan(10_000);
    }
  });

  it("AX-03 is in `log` for a background hook too, without secrets", async () => {
    const place = await called({ background: true });
    await expect.poll(async () => (await place.run(["log"])).stdout).toContain("cannot reach the server");
    expect((await place.run(["log", "--json"])).stdout).not.toContain(TOKEN);
  });
});
