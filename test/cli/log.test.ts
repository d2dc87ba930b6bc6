import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { LogFollower } from "../../src/cli/input/follow-log.js";
import { hookRun, logged } from "../support/hook-log.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";
import { eventually } from "../support/real-engine.js";

function follow(place: ProgramPlace, args: readonly string[] = []) {
  const child = spawn(process.execPath, [PROGRAM, "log", "-f", ...args], { env: place.env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const seen = { text: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    seen.text += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    seen.errors += text;
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  return { child, seen, ended };
}

describe("snaphook log", () => {
  it("OB-02 one call of an agent adds one line with its event and session, also when no hook is there", async () => {
    const place = new ProgramPlace();
    await place.hook("Stop", { session_id: "abc-122" });
    expect(JSON.parse(place.read(`${place.state}/hooks.log`))).toMatchObject({ event: "Stop", session: "abc-122" });
    rmSync(`${place.state}/hooks.log`);
    place.writeUser("hooks.json", { hooks: { Stop: [{ id: "look", command: "true" }] } });
    await place.hook("Stop", { session_id: "abc-123" });
    const lines = place.read(`${place.state}/hooks.log`).trimEnd().split("\n");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ event: "Stop", session: "abc-123", hooks: [{ id: "look" }] });
    await place.hook("Stop", { session_id: "abc-123" });
    expect(place.read(`${place.state}/hooks.log`).trimEnd().split("\n")).toHaveLength(2);
  });

  it("explains its marks on a terminal only", async () => {
    const place = new ProgramPlace();
    await place.hook("PreToolUse", bash("ls"));
    const shown = await onTerminal(place, ["log"], { opener: ["python3"], columns: 120 });
    expect(shown.stdout).toMatch(/✗ denied .* · no opinion/);
    expect((await place.run(["log"])).stdout).not.toContain("✗ denied");
  });

  it("shows the command, who stopped it and why, one line per call", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          { id: "gone", command: "/not/there" },
          { id: "quiet", command: "true" },
          { id: "no", command: says("deny", "not here. Ask first.") },
        ],
      },
    });
    await place.hook("PreToolUse", { session_id: "abcdefgh-1", ...bash("ls -la src") });
    await place.hook("PostToolUse", { session_id: "abcdefgh-1", ...bash("ls -la src"), tool_response: {} });
    const { stdout, code } = await place.run(["log"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ✗ claude-code {2}ls -la src {3}no: not here; gone: failed \(not-found\) {3}\(why [\da-f]{8}, session abcdefgh-1\)\n {4}gone stderr: .*\n$/,
    );
    expect(place.read(`${place.state}/hooks.log`)).not.toMatch(/not here|ls -la/);
    const [line] = await place.json<object[]>(["log"]);
    expect(line).toMatchObject({ agent: "claude-code", session: "abcdefgh-1", verdict: "deny", what: "ls -la src" });
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      decision: "deny",
      at: expect.any(String),
    });
  });

  it("gives the reason the columns that are free, not to its hook alone", async () => {
    const place = new ProgramPlace();
    const command = says("deny", "destroys the infrastructure that these files describe");
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "protect-services", command }] } });
    await place.hook("PreToolUse", bash("terraform destroy"));
    await place.hook("PreToolUse", bash("kubectl delete namespace production"));
    const { stdout } = await onTerminal(place, ["log"], { opener: ["python3"], columns: 80 });
    expect(stdout).toContain("  terraform destroy   \u001b[31mprotect-services: destroy…\u001b[0m");
    expect(stdout).toContain("  kubectl delete…   \u001b[31mprotect-services: destroys…\u001b[0m");
  });

  it("shows what a hook did that decided nothing", async () => {
    const place = new ProgramPlace();
    const command = `echo '{"context":"it is Monday"}'`;
    place.writeUser("hooks.json", { hooks: { UserPromptSubmit: [{ id: "today", command }] } });
    await place.hook("UserPromptSubmit", { session_id: "s", prompt: "hello" });
    expect((await place.run(["log"])).stdout).toMatch(/prompt: hello {3}today: added context/);
  });

  it("shows the last events in their order, also from before the log moved on", async () => {
    const place = new ProgramPlace();
    for (const session of ["one", "two"]) logged(place.state, { session });
    renameSync(join(place.state, "hooks.log"), join(place.state, "hooks.log.1"));
    for (const session of ["three", "four"]) logged(place.state, { session });
    const sessions = async (...args: string[]) =>
      (await place.json<{ session: string }[]>(["log", ...args])).map(({ session }) => session);
    expect(await sessions()).toEqual(["one", "two", "three", "four"]);
    expect(await sessions("--limit", "3")).toEqual(["two", "three", "four"]);
    expect(await sessions("--limit", "0")).toEqual([]);
  });

  it("narrows by session and agent, and refuses a limit that is none", async () => {
    const place = new ProgramPlace();
    logged(place.state, { session: "aaa-1" });
    logged(place.state, { session: "aaa-2", agent: "codex" });
    logged(place.state, { session: "bbb" });
    expect(await place.json(["log", "--session", "aaa"])).toHaveLength(2);
    expect(await place.json(["log", "--session", "aaa", "--agent", "claude"])).toMatchObject([{ session: "aaa-1" }]);
    expect(await place.run(["log", "--limit", "many"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("USAGE"),
    });
  });

  it("lets no control character of a name reach the terminal, and skips lines that are none", async () => {
    const place = new ProgramPlace();
    logged(place.state, {
      session: "\u001b[2J",
      hooks: [hookRun("evil\u001b]0;title\u0007\nx", { would: { verdict: "deny" } })],
      agent: "a\u202eb",
    });
    appendFileSync(join(place.state, "hooks.log"), '{"at": "torn\nnot json\n{"at":1}\n');
    const { stdout } = await place.run(["log"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stdout).toContain("evil⟦ESC⟧]0;title⟦BEL⟧ x");
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/);
  });

  it("says so when there is nothing", async () => {
    const place = new ProgramPlace();
    expect((await place.run(["log"])).stdout).toContain("Nothing was logged");
    expect(await place.json(["log"])).toEqual([]);
  });
});

describe("snaphook log --follow", () => {
  it("shows what comes, once, also through a move of the log, and ends on Ctrl-C", async () => {
    const place = new ProgramPlace();
    logged(place.state, { session: "before" });
    const { child, seen, ended } = follow(place);
    await eventually("the past", () => seen.text.includes("before"));
    logged(place.state, { session: "first" });
    await eventually("the first", () => seen.text.includes("first"));
    logged(place.state, { session: "second" });
    renameSync(join(place.state, "hooks.log"), join(place.state, "hooks.log.1"));
    logged(place.state, { session: "third" });
    renameSync(join(place.state, "hooks.log.1"), join(place.state, "hooks.log.2"));
    renameSync(join(place.state, "hooks.log"), join(place.state, "hooks.log.1"));
    logged(place.state, { session: "fourth" });
    await eventually("the last", () => seen.text.includes("fourth"));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(seen.errors).toBe("");
    const sessions = [...seen.text.matchAll(/PreToolUse .*session (\w+)/g)].map(([, session]) => session);
    expect(sessions).toEqual(["before", "first", "second", "third", "fourth"]);
  });

  it("waits for a log that is not there yet, and prints one JSON value per line", async () => {
    const place = new ProgramPlace();
    const unborn = new LogFollower(join(place.state, "hooks.log"));
    expect(unborn.next()).toEqual([]);
    const { seen } = follow(place, ["--json", "--agent", "codex"]);
    logged(place.state, { session: "other" });
    logged(place.state, { session: "wanted", agent: "codex" });
    await eventually("the event", () => seen.text.includes("\n"));
    expect(JSON.parse(seen.text)).toMatchObject({ session: "wanted" });
    expect(unborn.next().map((line) => JSON.parse(line).session)).toEqual(["other", "wanted"]);
    unborn.close();
  });

  it("ends with its reader, although nothing more is logged", () => {
    const place = new ProgramPlace();
    logged(place.state);
    const line = `set -o pipefail; "${process.execPath}" "${PROGRAM}" log -f | head -1`;
    const ran = spawnSync("bash", ["-c", line], { env: place.env, encoding: "utf8", timeout: 170_000 });
    expect(ran).toMatchObject({ status: 0, stderr: "", signal: null });
    expect(ran.stdout.trimEnd().split("\n")).toHaveLength(1);
  });
});
