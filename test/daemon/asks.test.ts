import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, PROGRAM, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const TERMINAL = fileURLToPath(new URL("../support/terminal.py", import.meta.url));
let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  await place.wire();
  await place.up();
});

const input = (more: object = {}) => ({
  session_id: "s",
  cwd: place.project,
  permission_mode: "bypassPermissions",
  ...bash("make release"),
  ...more,
});
const hold = async (more: object = {}) => {
  const before = (await place.asks()).length;
  const answer = place.launch("codex", "PreToolUse", input(more));
  await expect.poll(async () => (await place.asks()).length).toBe(before + 1);
  return { answer, ask: (await place.asks()).at(-1)! };
};

describe("a question that the agent cannot ask", () => {
  it.each([
    ["allow", ""],
    ["deny", "deny"],
  ] as const)("is held open until a person says %s, and answered once", async (verdict, told) => {
    const { answer, ask } = await hold();
    expect(ask).toMatchObject({ agent: "codex", tool: "Bash", summary: "make release", reason: "release?" });
    expect(ask.input).toContain("make release");
    expect(ask.project).toBe(place.project);
    expect(await place.answerAsk(ask, verdict)).toMatchObject({ kind: "ok" });
    const { stdout } = await answer;
    if (told === "") expect(stdout).toBe("");
    else expect(stdout).toContain(told);
    expect(await place.asks()).toEqual([]);
    expect(await place.answerAsk(ask, verdict)).toMatchObject({ kind: "refused", status: 404 });
  });

  it("is answered for the call that was shown, and for no other", async () => {
    const { answer, ask } = await hold();
    expect(await place.answerAsk({ ...ask, hash: "0".repeat(64) }, "allow")).toMatchObject({ kind: "refused" });
    expect(await place.asks()).toHaveLength(1);
    await place.answerAsk(ask, "deny");
    expect((await answer).stdout).toContain("deny");
  });

  it("is gone with the agent", async () => {
    const child = place.start("codex", "PreToolUse");
    child.stdin!.end(JSON.stringify(input()));
    await expect.poll(async () => (await place.asks()).length).toBe(1);
    child.kill("SIGKILL");
    await expect.poll(async () => (await place.asks()).length).toBe(0);
  });

  it("does not pass when the daemon is killed or stopped, and the answer holds for the same call made again, once", async () => {
    const first = await hold();
    await place.kill();
    expect((await first.answer).stdout).toContain("deny");
    await place.up();
    await expect.poll(async () => (await place.asks())[0]?.id).toBe(first.ask.id);
    await place.answerAsk(first.ask, "allow");
    // Another session, folder or command is another question.
    for (const other of [{ session_id: "t" }, { cwd: place.home }, bash("make release all")]) {
      const { answer, ask } = await hold(other);
      await place.answerAsk(ask, "deny");
      expect((await answer).stdout).toContain("deny");
    }
    expect((await place.launch("codex", "PreToolUse", input())).stdout).toBe("");
    const again = await hold();
    await place.run(["down"]);
    expect((await again.answer).stdout).toContain("deny");
  });

  it("keeps secrets of the call off the disk", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const { answer, ask } = await hold(bash(`deploy --token ${secret}`));
    expect(ask.input).toContain(secret); // the person sees what would run
    await place.answerAsk(ask, "deny");
    await answer;
    await place.run(["down"]);
    const folders = [place.state, place.data, place.cache];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("versions"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.filter((file) => readFileSync(file).includes(secret))).toEqual([]);
  });

  it("is answered by a person in a terminal, who has seen it, never by a script", async () => {
    const { answer, ask } = await hold();
    expect(await place.run(["approve", ask.id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("ASK_NEEDS_PERSON"),
    });
    expect((await place.run(["deny"])).code).toBe(2);
    const type = (typed: string) => {
      const program = [process.execPath, PROGRAM, "approve", ask.id];
      const args = [TERMINAL, "re:Type ([0-9a-f]+) to let it run once", "", typed, ...program];
      return spawnSync("python3", args, { env: place.env, encoding: "utf8" });
    };
    expect(type("yes")).toMatchObject({ status: 1, stdout: expect.stringContaining("Nothing was answered") });
    expect(await place.asks()).toHaveLength(1);
    const approved = type("{}");
    expect(approved).toMatchObject({ status: 0, stdout: expect.stringContaining("was allowed, once") });
    expect(approved.stdout).toContain("make release");
    expect((await answer).stdout).toBe("");
  });

  it("is shown in the live view, with all that would run, and answered there", async () => {
    const program = [process.execPath, PROGRAM, "up"];
    const args = [TERMINAL, "re:snaphook approve ([0-9a-f]+)", "", "approve {}", ...program];
    const view = spawn("python3", args, { env: place.env });
    let shown = "";
    view.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
    });
    await wait(1_000);
    const command = `make release\n${"# padding\n".repeat(60)}rm -rf /`;
    const { stdout } = await place.launch("codex", "PreToolUse", input(bash(command)));
    expect(stdout).toBe("");
    const ended = new Promise((done) => view.once("exit", done));
    await place.run(["down"]);
    await ended;
    expect(shown).toContain("rm -rf /");
  });
});
