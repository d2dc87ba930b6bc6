import { describe, expect, it } from "vitest";
import { userName } from "../../src/cli/human/who.js";
import { hookRun, logged } from "../support/hook-log.js";
import { onTerminal } from "../support/on-terminal.js";
import { ProgramPlace } from "../support/program.js";

const SECRETS = {
  github: `ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 40),
  aws: "AKIAIOSFODNN7EXAMPLQ",
  password: "hunter2-correct-horse",
  anthropic: `sk-ant-api03-${"x9Y8z7".repeat(15)}AA`,
};

/** Secrets in everything that the report is made from. */
function placeWithSecrets(): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "g", guard: `token=${SECRETS.github}`, command: `curl -u me:${SECRETS.password} x` }] },
    [`key ${SECRETS.aws}`]: 1,
  });
  const line = (text: string) => `2026-11-16T10:00:00.000Z ERROR could not read ${text} in ${place.home}\n`;
  place.write(`${place.state}/daemon/daemon.log`, line(SECRETS.github) + line(`password=${SECRETS.password}`));
  place.write(`${place.state}/daemon/daemon.log.out`, `Error: ANTHROPIC_API_KEY=${SECRETS.anthropic}\n    at file\n`);
  const failed = { outcome: "failed", cause: `crashed ${SECRETS.aws}`, answered: "deny" } as const;
  logged(place.state, { at: Date.now(), hooks: [hookRun(`hook-${SECRETS.github}`, failed)] });
  return place;
}

describe("snaphook report", () => {
  it("T13 has no secret of any source, and neither the home folder nor the user's name", async () => {
    const place = placeWithSecrets();
    const { report, file } = await place.json<{ report: string; file: string | null }>(["report"]);
    expect(file).toBeNull();
    for (const secret of Object.values(SECRETS)) expect(report).not.toContain(secret);
    expect(report).not.toContain(place.home);
    expect(report).not.toMatch(new RegExp(`\\b${userName()}\\b`));
    for (const part of [
      "- Snaphook ",
      "- Node v",
      "## Doctor",
      "could not read",
      "failed (crashed",
      "ANTHROPIC_API_KEY",
    ])
      expect(report).toContain(part);
  });

  it("shows the text, and writes exactly it only if told to, never over another file", async () => {
    const place = new ProgramPlace();
    const shown = await place.run(["report"]);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# Snaphook report\n/) });
    expect(place.has("snaphook-report.md")).toBe(false);
    const asked = await onTerminal(place, ["report"], { text: "continue:", type: "yes" });
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("# Snaphook report") });
    expect(place.read("snaphook-report.md")).toMatch(/^# Snaphook report\n(?:.*\n)*## Doctor/);
    const first = place.read("snaphook-report.md");
    expect((await place.run(["report", "--yes"])).stdout).toMatch(/Wrote .*snaphook-report-2\.md\n$/);
    expect(place.read("snaphook-report.md")).toBe(first);
    expect(await place.run(["report", "--yes", "--to", "other.md"])).toMatchObject({ code: 0 });
    expect(place.has("other.md")).toBe(true);
    expect(await place.run(["report", "--yes", "--to", "other.md"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/FILE_EXISTS: .*name another file with --to/),
    });
  });
});
