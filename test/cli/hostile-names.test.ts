/** Names and texts of a project or an agent that steer a terminal, or pretend to be a line of ours. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutControls } from "../../src/cli/output/visible-text.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const STEERING = "x\u001b[2J\u009b31m\u202e\u200b";
const HOSTILE = `${STEERING}\nFAKE line\r\u2028`;
const CONTROLS = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

/** What our own colours and a terminal add is not of the project. */
const ownOnly = (text: string) => text.replace(/\u001b\[(?:0|1|3[1-4]|90)m/g, "").replaceAll("\r\n", "\n");
const shows = (text: string) => ({ controls: CONTROLS.test(ownOnly(text)), fake: /^\s*FAKE/m.test(ownOnly(text)) });
const CLEAN = { controls: false, fake: false };

function hostileProject(): { place: ProgramPlace; cwd: string } {
  const place = new ProgramPlace();
  const cwd = join(place.project, HOSTILE);
  mkdirSync(join(cwd, ".snaphook/hooks.d"), { recursive: true });
  const hook = { id: `h${HOSTILE}`, event: "PreToolUse", command: says("deny", HOSTILE) };
  writeFileSync(join(cwd, ".snaphook/hooks.json"), JSON.stringify({ hooks: [hook], [`key${HOSTILE}`]: 1 }));
  writeFileSync(
    join(cwd, `.snaphook/hooks.d/${STEERING}.json`),
    JSON.stringify({ ...hook, id: "plain", command: "true" }),
  );
  writeFileSync(join(cwd, `.snaphook/hooks.d/bad${STEERING}.json`), "{");
  return { place, cwd };
}

describe("T15 names of a project", () => {
  it("in `off`, as a person sees them [names in off]", async () => {
    const { place, cwd } = hostileProject();
    const shown = await onTerminal(place, ["off", "--for", "1m"], { cwd });
    expect(shown.stdout).toContain("This pauses");
    expect(shown.stdout).toContain("project/x⟦ESC⟧[2J");
    expect(shows(shown.stdout)).toEqual(CLEAN);
  });

  it("in commands that look at it or write into it [names on one line]", async () => {
    const { place, cwd } = hostileProject();
    const payload = ["PreToolUse", "--payload", JSON.stringify(bash("ls"))];
    const commands = [
      ...[["list"], ["validate"], ["trust"], ["explain", ...payload], ["fire", ...payload], ["doctor"], ["init"]],
      ...[["install", "--project", "claude-code", "--dry-run"], ["pack", HOSTILE], ["list", HOSTILE], [HOSTILE]],
      ...[
        ["show", `h${HOSTILE}`],
        ["list", "--json"],
        ["trust", "--json"],
        ["deny", "."],
        ["trust", "--list"],
      ],
    ];
    for (const args of commands) {
      const { stdout, stderr } = await place.run(args, { cwd });
      expect([args[0], shows(`${stdout}\n${stderr}`)]).toEqual([args[0], CLEAN]);
    }
  });

  it("that a command forgot to show in their visible form [last step]", () => {
    expect(withoutControls("a\u001b[2J\u202eb\u2028\u0085\tc")).toBe("a⟦ESC⟧[2J⟦U+202E⟧b⟦U+2028⟧⟦U+0085⟧\tc");
    expect(withoutControls("\u001b[31mred\u001b[0m ⟦ESC⟧ ⇥")).toBe("\u001b[31mred\u001b[0m ⟦ESC⟧ ⇥");
  });
});

describe("T15 exports and logs", () => {
  it("hold no control characters, and say the same [plain exports] [plain logs]", async () => {
    const place = new DaemonPlace();
    await place.wire();
    place.writeUser("hooks.json", {
      hooks: [
        { event: "PostToolUse", builtin: "audit-log" },
        { id: "says", event: "PostToolUse", command: "cat >&2; exit 1" },
      ],
    });
    await place.up();
    const call = { session_id: "s1", cwd: place.project, tool_name: "Read", tool_input: { file_path: HOSTILE } };
    await place.launch("claude-code", "PostToolUse", { ...call, tool_response: HOSTILE });
    await place.launch("claude-code", "PostToolUse", { ...call, session_id: HOSTILE });
    await expect.poll(async () => (await place.events()).length).toBe(2);
    await place.run(["down"]);
    const { stdout } = await place.run(["export"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).payload.tool_input.file_path)).toEqual([HOSTILE, HOSTILE]);
    expect(CONTROLS.test(stdout)).toBe(false);
    const logs = readdirSync(place.state, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.log|\.jsonl/.test(name),
    );
    expect(logs).toEqual(expect.arrayContaining(["hooks.log", "audit-log.jsonl", "daemon/daemon.log"]));
    for (const name of logs)
      expect([name, shows(readFileSync(join(place.state, name), "utf8"))]).toEqual([name, CLEAN]);
  });
});
