/** What agents print, what they do to the artifact, and what lists show. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textWidth } from "../../src/cli/output/text-width.js";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { onTerminal } from "../support/on-terminal.js";
import { APPROVES, PING_PONG, ThreadPlace } from "../support/thread-place.js";

function pingPong(): ThreadPlace {
  const place = new ThreadPlace();
  place.template(PING_PONG);
  return place;
}

describe("what agents print", () => {
  const CASES = {
    "no JSON": [{ raw: "hello\n" }, "claude-code printed no result"],
    "half a line": [{ half: true }, "claude-code printed no result"],
    "an error with exit code 0": [{ error: "overloaded" }, "claude-code reported an error: overloaded"],
    "exit code 3": [{ raw: "", code: 3, stderr: "" }, "claude-code ended with exit code 3"],
    "50 MB": [{ flood: 60, until: "never" }, "claude-code: it printed more than 50 MB"],
  } as const;

  it.each(Object.entries(CASES))("%s fails the thread with its reason", async (_, [step, why]) => {
    const place = pingPong();
    place.play([step]);
    expect(await place.ran()).toMatchObject({ status: "failed", error: why, steps: [] });
    expect(place.calls.every(({ pid }) => !isAlive(pid))).toBe(true);
  });

  it("a program that is not there is named before any agent runs", async () => {
    const place = new ThreadPlace();
    place.template({
      agents: { solo: { profile: "codex" } },
      templates: { solo: { agents: ["solo"], entryAgent: "solo" } },
    });
    const ran = await place.thread(["run", "solo", "x"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/THREAD_AGENT_MISSING: .* needs codex, and `codex` was not found in PATH/);
    expect(place.has(join(place.state, "threads"))).toBe(false);
  });
});

describe("what stands in the way of a resume", () => {
  it("the folder of the thread is gone: it is named, and where to go on", async () => {
    const place = pingPong();
    const folder = join(place.root, "gone");
    mkdirSync(folder);
    place.play([{ error: "overloaded" }]);
    await place.run(["thread", "run", "ping-pong", "x"], { cwd: folder });
    rmSync(folder, { recursive: true });
    const { id } = await place.last();
    const ran = await place.thread(["resume", id]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(`failed: the folder ${folder} does not exist`);
    for (const shown of [ran, await place.thread(["show", id])])
      expect(shown.stdout).toContain(`\`snaphook thread resume ${id}\` continues`);
  });

  it("the template is gone: only that is said", async () => {
    const place = pingPong();
    place.play([{ error: "overloaded" }]);
    const { id } = await place.ran();
    rmSync(join(place.user, "threads/mine.json"));
    const ran = await place.thread(["resume", id]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/^error THREAD_TEMPLATE_UNKNOWN/);
  });

  it("it failed, and is to be cancelled: the hint names resume", async () => {
    const place = pingPong();
    place.play([{ error: "overloaded" }]);
    const { id } = await place.ran();
    const ran = await place.thread(["cancel", id]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("does not run: failed");
    expect(ran.stderr).toContain("`snaphook thread resume ID` continues");
  });
});

describe("the artifact", () => {
  it("what an agent writes there is not written a second time", async () => {
    const place = new ThreadPlace();
    place.template({
      agents: { solo: { profile: "__active__", promptTemplate: "CODE into {{artifactPath}}" } },
      templates: { solo: { agents: ["solo"], entryAgent: "solo" } },
    });
    place.play([{ say: "said", artifact: "written by the agent\n" }]);
    const { artifactPath } = await place.ran("solo");
    expect(readFileSync(artifactPath, "utf8")).toBe("written by the agent\n");
  });

  it("deleted, it is empty; a link in its place fails the thread and is not followed", async () => {
    const place = pingPong();
    const secret = place.write("secret.txt", "[APPROVED]");
    place.play([{ when: "CODE", say: "draft", run: `rm -f ${place.state}/threads/*/artifact.md` }, ...APPROVES]);
    expect((await place.ran()).status).toBe("completed");
    const link = `for d in ${place.state}/threads/thr_*; do ln -sf ${secret} $d/artifact.md; done`;
    place.play([{ when: "CODE", say: "draft", run: link }]);
    const failed = await place.ran();
    expect(failed.status).toBe("failed");
    expect(failed.error).toContain("was replaced by a link");
    expect(readFileSync(secret, "utf8")).toBe("[APPROVED]");
  });

  it.each([
    ["a pipe", "mkfifo $f"],
    ["a folder", "mkdir $f"],
    ["a device", "ln -s /dev/zero $f"],
  ])("%s in its place fails the thread, which does not hang", async (_, make) => {
    const place = pingPong();
    const run = `for f in ${place.state}/threads/thr_*/artifact.md; do rm -f $f; ${make}; done`;
    place.play([{ when: "CODE", say: "draft", run }, ...APPROVES]);
    const failed = await place.ran();
    expect(failed.status).toBe("failed");
    expect(failed.error).toContain("was replaced by");
  });

  it("a huge one is read at its end, and an answer of 20 MB is cut", async () => {
    const place = pingPong();
    const run = `head -c 30000000 /dev/zero | tr '\\0' x >> ${place.state}/threads/thr_*/artifact.md`;
    place.play([{ when: "CODE", say: `${"y".repeat(20_000_000)} end`, run }, { say: "fine [APPROVED]" }]);
    const thread = await place.ran();
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
    expect(thread.steps[0]!.output).toMatch(/^\[\d+ characters left out\]\n.*end$/);
    expect(thread.steps[0]!.output.length).toBeLessThan(210_000);
    expect(place.calls[1]!.prompt).toContain("end");
  });

  it("pipes that an agent puts into the folder of its thread do not stop the runner", async () => {
    const place = pingPong();
    const run = `cd ${place.state}/threads/thr_* && mkfifo control.json hooks.log`;
    place.play([{ when: "CODE", say: "draft", run }, { say: "fine [APPROVED]" }]);
    const extra = place.write("extra.json", { onEnd: { command: "exit 3" } });
    const thread = await place.ran("ping-pong", "x", ["--extra-hooks", extra]);
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
  });
});

describe("thread list and show", () => {
  it("list says what there is, and what to do if there is nothing", async () => {
    const place = pingPong();
    expect((await place.thread(["list"])).stdout).toContain("snaphook thread run review");
    const { id } = await place.ran();
    expect((await place.thread(["list"])).stdout).toMatch(new RegExp(`${id}\\s+completed\\s+ping-pong\\s+4`));
    const shown = await place.thread(["show", id.slice(0, 8)]);
    expect(shown.stdout).toContain("Step 4: reviewer");
    expect(shown.stdout).toContain("fine [APPROVED]");
    expect((await place.thread(["show", "thr_nothing"])).stderr).toContain("THREAD_NOT_FOUND");
  });

  it("templates lists the three that come with it, and shows one", async () => {
    const place = new ThreadPlace();
    const all = await place.thread(["templates"]);
    expect(all.code, all.stderr).toBe(0);
    for (const name of ["review", "plan-then-build", "test-until-green"]) expect(all.stdout).toContain(name);
    const one = await place.thread(["templates", "review"]);
    expect(one.stdout).toContain('reviewer → coder:revise: until "[APPROVED]", at most 3 times');
  });

  it("a damaged record is named, and the others are listed", async () => {
    const place = pingPong();
    const first = await place.ran();
    const second = await place.ran();
    place.write(join(place.state, "threads", second.id, "thread.json"), "{");
    expect((await place.last()).id).toBe(first.id);
    const shown = await place.thread(["show", second.id]);
    expect(shown.code).toBe(2);
    expect(shown.stderr).toContain("damaged");
    expect(existsSync(join(place.state, "threads", second.id, "artifact.md"))).toBe(true);
  });
});

describe("what happens meanwhile", () => {
  it("on a terminal one line shows step, time, turns, tokens, and the costs so far, and is written over", async () => {
    const place = pingPong();
    place.play([{ when: "REVIEW", say: "fine [APPROVED]", after: "go" }, ...APPROVES]);
    const line = "step 2/6 reviewer … \\d+s, 1 turn, 15 tokens; 15 tokens, \\$0\\.0100 so far";
    const ran = await onTerminal(place, ["thread", "run", "ping-pong", "x"], {
      opener: ["python3"],
      columns: 100,
      // The second one is drawn because time has passed.
      text: `re:\\r\u001b\\[K${line}\\r\u001b\\[K${line}`,
      meanwhile: `touch '${place.script}/go'`,
      type: "key:x",
    });
    expect(ran.code, ran.stdout).toBe(0);
    expect(ran.stdout).toMatch(/step 1\/6 coder:write … \d+s/);
    expect(ran.stdout).not.toMatch(/step 1\/6 coder:write … \d+s[^\r]* so far/);
  });

  it("a narrow terminal cuts the line, so that it can be written over", async () => {
    const place = pingPong();
    const ran = await onTerminal(place, ["thread", "run", "ping-pong", "x"], { opener: ["python3"], columns: 30 });
    expect(ran.code, ran.stdout).toBe(0);
    const drawn = ran.stdout.split("\r").filter((text) => text.startsWith("\u001b[Kstep 4/6"));
    expect(drawn.length).toBeGreaterThan(0);
    for (const text of drawn) expect(textWidth(text.slice(3).split("\u001b")[0]!.trimEnd())).toBeLessThan(30);
  });

  it("elsewhere each turn is a line, with the costs so far", async () => {
    const place = pingPong();
    const { stdout } = await place.thread(["run", "ping-pong", "x"]);
    expect(stdout).toContain("step 1/6 coder:write …\n");
    expect(stdout).toContain("step 3/6 coder:fix …; 30 tokens, $0.0200 so far\n");
  });
});

it("what agents say cannot move the cursor or change the terminal", async () => {
  const place = pingPong();
  place.play([{ say: "clear\u001b[2J\u001b]0;title\u0007 [APPROVED]" }]);
  const ran = await place.thread(["run", "ping-pong", "x"]);
  const shown = await place.thread(["show", (await place.last()).id]);
  place.play([{ error: "broken\u001b[2J" }]);
  const failed = await place.thread(["run", "ping-pong", "x"]);
  for (const { stdout, stderr } of [ran, shown, failed]) expect(`${stdout}${stderr}`).not.toContain("\u001b[2J");
  expect(shown.stdout).toContain("[APPROVED]");
});
