/** What `status` says about questions: who answers them, whether calls wait, and what comes first. */
import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

async function place(settings: object = {}): Promise<DaemonPlace> {
  const made = new DaemonPlace();
  made.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  made.writeUser("daemon.json", { approvals: { desktop: false, ...settings } });
  await made.wire();
  return made;
}

const call = (at: DaemonPlace, command = "make release") =>
  at.launch("codex", "PreToolUse", {
    session_id: "s",
    cwd: at.project,
    permission_mode: "bypassPermissions",
    ...bash(command),
  });

describe("`away` without a daemon", () => {
  it("starts one, so that the next call waits", async () => {
    const at = await place();
    at.atEnd(() => void at.run(["down"]));
    const ran = await onTerminal(at, ["away", "--for", "2h"]);
    try {
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("calls that need you wait") });
      const held = call(at);
      await expect.poll(async () => (await at.asks()).length).toBe(1);
      expect((await at.run(["status"])).stdout).toContain("You are away until ");
      await at.run(["back"]);
      expect((await held).stdout).toContain("no user can be asked now");
    } finally {
      await at.run(["down"]);
    }
  });

  it("says that no call waits if the user stopped it, and `status` says so too", async () => {
    const at = await place();
    await at.run(["down"]);
    const ran = await onTerminal(at, ["away"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("calls that need you are denied at once");
    expect(ran.stdout).not.toContain("calls that need you wait");
    const status = await at.run(["status"]);
    expect(status.stdout).toMatch(/You are away until .* calls that need you are denied at once/);
    expect(await at.json(["status"])).toMatchObject({ running: false, awayUntil: expect.any(Number) });
  });
});

describe("`status`", () => {
  it("does not count on channels that are down, and shows that the user is away beside them", async () => {
    const webhook = { url: "http://127.0.0.1:9/", secret: { file: "/nowhere" } };
    const at = await place({ channels: { webhook } });
    await at.up();
    const held = call(at);
    await expect.poll(async () => (await at.status()).channels[0]?.isLasting).toBe(true);
    expect((await at.run(["status"])).stdout).toContain("are denied at once, because no channel works.");
    await onTerminal(at, ["away"]);
    const { stdout } = await at.run(["status"]);
    expect(stdout).not.toContain("through your channels");
    expect(stdout).toContain("You are away until ");
    const [ask] = await at.asks();
    await at.answerAsk(ask!, "deny");
    await held;
  });

  it("says first that hooks are paused, and counts questions that can still be answered", async () => {
    const at = await place();
    await at.up();
    await call(at);
    await call(at, "make publish");
    expect(await onTerminal(at, ["off", "--for", "30m"])).toMatchObject({ code: 0 });
    const { stdout } = await at.run(["status"]);
    expect(stdout).toMatch(/^Paused until /);
    expect(stdout).toContain("2 questions can still be answered, although their agents wait no more: `snaphook asks`.");
    expect(await at.json(["status"])).toMatchObject({ asks: [], parkedAsks: 2 });
  });
});

it("names a damaged daemon.json, its one mistake and what to do, in `status`, `up` and `restart`", async () => {
  const at = await place();
  const file = at.writeUser("daemon.json", '{"approvals": {"waitMinutes": 5,\n');
  try {
    for (const args of [["up", "--detach"], ["restart"], ["status"]]) {
      const { stderr } = await at.run(args);
      expect(stderr.match(/CONFIG_SYNTAX/g)).toHaveLength(1);
      expect(stderr).toContain(`${file}:1:33: error CONFIG_SYNTAX: the file ends too early\n    Fix the syntax`);
    }
    expect(await at.json(["status"])).toMatchObject({ settings: [{ code: "CONFIG_SYNTAX", file }] });
  } finally {
    await at.run(["down"]);
  }
});
