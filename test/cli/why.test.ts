import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const WIPE = bash("rm -rf /usr/lib");
const HOOKS = { hooks: [{ id: "guard", event: "PreToolUse", builtin: "protect-commands" }] };

function guarded<T extends ProgramPlace>(place: T): T {
  place.writeUser("hooks.json", HOOKS);
  return place;
}

interface Said {
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly permissionDecisionReason?: string };
  readonly systemMessage?: string;
}

async function denial(place: ProgramPlace, call: object = WIPE): Promise<{ reason: string; id: string }> {
  const { hookSpecificOutput: said } = (await place.hook("PreToolUse", call)) as Said;
  expect(said?.permissionDecision).toBe("deny");
  const reason = said?.permissionDecisionReason ?? "";
  const [, id = ""] = /\(snaphook why ([\da-f]{8})\)$/.exec(reason) ?? [];
  expect(id).not.toBe("");
  return { reason, id };
}

describe("snaphook why", () => {
  it("explains what a guard stopped, by the id it told the agent", async () => {
    const place = guarded(new ProgramPlace());
    const { id, reason } = await denial(place);
    expect(reason).toMatch(/^`rm -rf \/usr\/lib` deletes .*\. Instead: .*\. \(snaphook why/);
    expect(reason).not.toContain("\n");
    const { stdout } = await place.run(["why", id]);
    for (const part of [
      "deny on PreToolUse Bash",
      "rm -rf /usr/lib",
      "guard",
      "destructive",
      "/usr/lib",
      `except ${id}`,
    ])
      expect(stdout).toContain(part);
    expect(await place.json(["why", id])).toMatchObject({
      verdict: "deny",
      reason,
      effects: [{ kind: "delete", severity: "destructive", target: { name: "/usr/lib", place: "system" } }],
    });
    expect((await place.run(["log"])).stdout).toContain(`why ${id}`);
  });

  it("finds decisions in the store of the daemon, and those of a person's own hooks", async () => {
    const place = guarded(new DaemonPlace());
    await place.up();
    const { id } = await denial(place);
    await expect.poll(async () => (await place.run(["why", id])).code).toBe(0);
  });

  it("says clearly what it cannot find", async () => {
    const place = new ProgramPlace();
    expect(await place.run(["why", "abcdef12"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DECISION_UNKNOWN"),
    });
    expect(await place.run(["why", "../../x"])).toMatchObject({ code: 2, stderr: expect.stringContaining("USAGE") });
  });

  it("leaves the reasons of a person's own hooks as they are", async () => {
    const place = new ProgramPlace();
    const command = `echo '{"decision":"deny","reason":"my own words"}'`;
    place.writeUser("hooks.json", { hooks: [{ id: "own", event: "PreToolUse", guard: true, command }] });
    const { hookSpecificOutput: said } = (await place.hook("PreToolUse", WIPE)) as Said;
    expect(said?.permissionDecisionReason).toBe("my own words");
    const [{ id }] = (await place.json(["log"])) as unknown as [{ id: string }];
    expect(await place.json(["why", id])).toMatchObject({
      reason: "my own words",
      hooks: expect.arrayContaining([expect.objectContaining({ id: "own" })]),
    });
  });
});

describe("snaphook except", () => {
  it("lets exactly this call pass in this project, for a while, and says so", async () => {
    const place = guarded(new ProgramPlace());
    const { id } = await denial(place);
    const made = await onTerminal(place, ["except", id, "--for", "2h"]);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("rm -rf /usr/lib") });
    const passed = (await place.hook("PreToolUse", WIPE)) as Said;
    expect(passed.hookSpecificOutput).toBeUndefined();
    expect(passed.systemMessage).toContain("made an exception");
    expect((await place.run(["log"])).stdout).toMatch(/ ✓ .*allowed this call: \S+ made an exception for it/);
    // Anything else is stopped as before: another command, another folder.
    await denial(place, bash("rm -rf /usr/lib /usr"));
    const elsewhere = join(place.root, "elsewhere");
    place.write(join(elsewhere, "package.json"), "{}");
    expect(await place.hook("PreToolUse", WIPE, { cwd: elsewhere })).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    const file = join(place.data, "exceptions.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await place.run(["except", "--list"])).stdout).toMatch(new RegExp(`${id}.*protect-commands`));
    expect(await place.run(["except", "--end", id])).toMatchObject({ code: 0 });
    await denial(place);
  });

  it("only a person can make one, and it ends by itself", async () => {
    const place = guarded(new ProgramPlace());
    const { id } = await denial(place);
    expect((await place.run(["except", id, "--for", "2h"])).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect((await onTerminal(place, ["except", id, "--for", "2h"], { type: "wrong" })).stdout).toContain(
      "HUMAN_ONLY_CODE",
    );
    expect((await place.run(["except", id, "--for", "31d"])).code).toBe(2);
    await denial(place);
    await onTerminal(place, ["except", id, "--for", "2h"]);
    const file = join(place.data, "exceptions.json");
    const known = JSON.parse(readFileSync(file, "utf8"));
    const [one] = known.exceptions;
    for (const change of [
      { from: 1_000_000, until: 2_000_000 },
      { until: one.from + 31 * 24 * 3_600_000 },
      { call: "0".repeat(64) },
      { project: "/" },
    ]) {
      writeFileSync(file, JSON.stringify({ ...known, exceptions: [{ ...one, ...change }] }));
      await denial(place);
    }
    writeFileSync(file, JSON.stringify(known));
    expect(((await place.hook("PreToolUse", WIPE)) as Said).hookSpecificOutput).toBeUndefined();
  });

  it("is for the command, whatever the model says about it", async () => {
    const place = guarded(new ProgramPlace());
    const wiping = (description: string) => ({ ...WIPE, tool_input: { ...WIPE.tool_input, description } });
    const { id } = await denial(place, wiping("Clean up"));
    await onTerminal(place, ["except", id, "--for", "2h"]);
    expect(((await place.hook("PreToolUse", wiping("Remove it"))) as Said).hookSpecificOutput).toBeUndefined();
  });

  it("T4 is not for what self-protection denies, and nobody is told that it is", async () => {
    const place = new ProgramPlace();
    const { id } = await denial(place, bash(`rm -rf ${place.data}`));
    expect((await place.run(["why", id])).stdout).not.toContain("except");
    expect((await onTerminal(place, ["except", id, "--for", "2h"])).stdout).toContain("EXCEPTION_IMPOSSIBLE");
  });

  it("is not for hooks of a person's own", async () => {
    const place = new ProgramPlace();
    const command = `echo '{"decision":"deny","reason":"no"}'`;
    place.writeUser("hooks.json", { hooks: [{ id: "own", event: "PreToolUse", guard: true, command }] });
    await place.hook("PreToolUse", WIPE);
    const [{ id }] = (await place.json(["log"])) as unknown as [{ id: string }];
    expect((await place.run(["why", id])).stdout).not.toContain("except");
    expect((await onTerminal(place, ["except", id, "--for", "2h"])).stdout).toContain("EXCEPTION_IMPOSSIBLE");
  });
});
