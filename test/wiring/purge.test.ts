import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
const launcher = () => join(place.data, "launch");
beforeEach(async () => {
  place = new ProgramPlace();
  await place.run(["install", "claude-code", "codex"]);
});

describe("snaphook uninstall --purge", () => {
  it("keeps the launcher while another agent calls it, and says which", async () => {
    const ran = await place.run(["uninstall", "codex", "--purge"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/LAUNCHER_IN_USE.*claude-code/);
    expect(ran.stderr).not.toMatch(/LAUNCHER_IN_USE.*codex/);
    expect(existsSync(launcher())).toBe(true);
    expect(existsSync(join(place.home, ".codex/hooks.json"))).toBe(false);
    expect((await place.run(["uninstall", "claude-code", "--purge"])).code).toBe(0);
    expect(existsSync(launcher())).toBe(false);
    expect(existsSync(join(place.data, "versions"))).toBe(false);
  });

  it("keeps it while a file that cannot be read may call it", async () => {
    place.write(join(place.home, ".claude/settings.json"), "{ broken");
    const { problems, purged } = await place.json<{ problems: { code: string }[]; purged: boolean }>([
      "uninstall",
      "codex",
      "--purge",
    ]);
    expect(problems).toEqual([expect.objectContaining({ code: "LAUNCHER_IN_USE" })]);
    expect(purged).toBe(false);
    expect(existsSync(launcher())).toBe(true);
  });

  it("T18 keeps it while a project calls it, for an agent may block there without it", async () => {
    await place.run(["uninstall"]);
    await place.run(["install", "claude-code", "--project"]);
    const elsewhere = { cwd: place.home };
    const ran = await place.run(["uninstall", "--purge"], elsewhere);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/LAUNCHER_IN_USE.*settings\.local\.json/);
    expect(existsSync(launcher())).toBe(true);
    await place.run(["uninstall", "--project"]);
    const { agents } = await place.json<{ agents: object[] }>(["uninstall", "--purge"], elsewhere);
    expect(agents.filter((agent) => "next" in agent)).toEqual([]);
    expect(existsSync(launcher())).toBe(false);
  });

  it("T18 takes our entries out before the launcher goes", async () => {
    expect((await place.run(["uninstall", "--purge"])).code).toBe(0);
    expect(existsSync(join(place.home, ".claude"))).toBe(false);
    expect(existsSync(launcher())).toBe(false);
  });

  it("ends the daemon that runs from the copy, says so, and what stays and how to delete it", async () => {
    const { pid } = await place.json<{ pid: number }>(["up", "--detach"]);
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
    });
    const dry = await place.json(["uninstall", "--purge", "--dry-run"]);
    expect(dry).toMatchObject({ purged: false, daemonEnded: true });
    const ran = await place.run(["uninstall", "--purge"]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("The daemon was stopped.") });
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(place.data, "wired"))).toBe(false);
    expect(ran.stdout).toContain("records and backups stay.");
    for (const folder of [place.user, place.data, place.state])
      expect(ran.stdout).toMatch(new RegExp(`^ {2}rm -r ${folder}$`, "m"));
    const again = await place.run(["uninstall", "--purge"]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("No launcher is left") });
    expect(again.stdout).not.toContain("removed");
  });

  it("removes secrets and state of channels in our own folders, and no other file", async () => {
    const own = place.writeUser("secrets/slack", "xoxb-1");
    const other = place.write(join(place.root, "elsewhere"), "xapp-1");
    const slack = {
      botToken: { file: own },
      appToken: { file: other },
      channel: "C0123",
      team: "T0123",
      approvers: ["U0123"],
    };
    place.writeUser("daemon.json", { approvals: { channels: { slack } } });
    const state = place.write(join(place.state, "channels/slack.json"), "{}");
    expect((await place.run(["uninstall", "--purge"])).code).toBe(0);
    expect([own, state, other].map((file) => existsSync(file))).toEqual([false, false, true]);
  });

  it("removes the secrets that no channel names any more, and names their folder", async () => {
    const left = place.writeUser("secrets/webhook", "a secret of a channel that was removed");
    const dry = await place.run(["uninstall", "--purge", "--dry-run"]);
    expect(dry.stdout).toContain(`Would remove ${join(place.user, "secrets")}`);
    expect(dry.stdout).not.toMatch(/^Removed /m);
    expect(existsSync(left)).toBe(true);
    const ran = await place.run(["uninstall", "--purge"]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`Removed ${join(place.user, "secrets")}`) });
    expect(existsSync(left)).toBe(false);
  });

  it("lists what it deletes before it asks, and that a backup comes first", async () => {
    await place.run(["hook", "claude-code", "SessionStart"], { input: {} });
    await place.run(["sessions"]);
    const { stdout } = await place.run(["uninstall", "--purge", "--data"]);
    const plan = stdout.slice(stdout.indexOf("This deletes:"), stdout.indexOf("A backup of the store is made first."));
    for (const path of [launcher(), join(place.data, "store"), place.state]) expect(plan).toContain(`  ${path}\n`);
    expect(plan).toContain("all records, memories, state and caches");
  });

  it("a dry run says what would become of it", async () => {
    const secret = place.writeUser("secrets/webhook", "a secret of a channel");
    const one = await place.run(["uninstall", "codex", "--purge", "--dry-run"]);
    expect(one).toMatchObject({ code: 1, stderr: expect.stringContaining("LAUNCHER_IN_USE") });
    const all = await place.run(["uninstall", "--purge", "--dry-run"]);
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("would be removed") });
    expect(all.stdout).toContain(`Would remove ${dirname(secret)}`);
    expect(all.stdout).not.toContain("Removed");
    expect([launcher(), secret].map((file) => existsSync(file))).toEqual([true, true]);
  });

  it("is refused for one project, because the launcher serves them all", async () => {
    const ran = await place.run(["uninstall", "--project", "--purge"]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be combined with --project") });
    expect(existsSync(launcher())).toBe(true);
  });
});
