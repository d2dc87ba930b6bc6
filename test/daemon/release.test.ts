import { beforeEach, describe, expect, it } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { ownHooks } from "../support/own-hooks.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const call = (id: string, more: object = {}) => ({
  session_id: "s",
  cwd: place.project,
  tool_use_id: id,
  tool_response: { stdout: "" },
  ...bash("ls"),
  ...more,
});
const afterTool = (id: string, more: object = {}) => place.launch("claude-code", "PostToolUse", call(id, more));
const beforeTool = (id: string) => place.launch("claude-code", "PreToolUse", call(id));
/** Writes `started`, and `done` once the test has written `go`. */
const SLOW = "touch started; while [ ! -e go ]; do sleep 0.02; done; touch done";
const observer = { id: "watch", mode: "observe", command: SLOW };
const recorded = async () => (await place.events()).map(({ event }) => event);

async function begin(hooks: object): Promise<void> {
  place.writeUser("hooks.json", { version: 1, hooks });
  await place.wire();
  await place.up();
}

describe("an event that no hook can change", () => {
  it("lets the agent go on before its observers are done, and is recorded once with what they did", async () => {
    await begin({ PostToolUse: [observer] });
    expect(await afterTool("t1")).toEqual({ code: 0, stdout: "{}", stderr: "" });
    expect(place.has("done")).toBe(false); // it waits for `go`
    await expect.poll(() => place.has("started")).toBe(true); // it was not ended with the launcher
    expect(await recorded()).toEqual([]);
    place.write("go", "");
    await expect.poll(recorded).toEqual(["PostToolUse"]);
    expect(place.has("done")).toBe(true);
    const [event] = await place.events();
    expect(ownHooks(event!.hooks)).toMatchObject([{ id: "watch" }]);
    expect(ownHooks(event!.hooks)).not.toMatchObject([{ outcome: "failed" }]);
  });

  it("gives the same bytes as without a daemon, for every agent that has such an event", async () => {
    await place.wire();
    const answers = async () => ({
      claude: await afterTool("t1"),
      batch: await place.launch("claude-code", "PostToolBatch", call("t1")),
      codex: await place.launch("codex", "PostToolUse", call("t1")),
      copilot: await place.launch("copilot", "postToolUse", { sessionId: "c" }),
      gemini: await place.launch("gemini", "AfterTool", call("t1")),
      cursor: await place.launch("cursor", "postToolUse", { conversation_id: "c" }),
      end: await place.launch("claude-code", "SessionEnd", { session_id: "s", cwd: place.project, reason: "other" }),
    });
    const without = await answers();
    await place.up();
    expect(await answers()).toEqual(without);
    await expect.poll(async () => (await place.status()).events).toBe(7);
  });

  it("is in the record where it happened, although later events were done before it", async () => {
    await begin({ PostToolUse: [observer], PreToolUse: [{ id: "g", guard: true, command: says("deny", "no") }] });
    for (const id of ["t1", "t2"]) await afterTool(id);
    expect((await beforeTool("t3")).stdout).toContain("deny");
    await afterTool("t4");
    await expect.poll(recorded).toEqual(["PreToolUse"]);
    place.write("go", "");
    await expect.poll(async () => (await recorded()).length).toBe(4);
    const events = [...(await place.events())].sort((one, other) => one.at - other.at);
    expect(events.map(({ payload }) => payload["tool_use_id"])).toEqual(["t1", "t2", "t3", "t4"]);
  });

  it("is waited for as soon as a hook has been added to it, without a new install", async () => {
    await begin({});
    expect((await afterTool("t1")).stdout).toBe("{}");
    place.writeUser("hooks.json", {
      version: 1,
      hooks: { PostToolUse: [{ id: "c", command: `echo '{"context": "the tide is high"}'` }] },
    });
    expect((await afterTool("t2")).stdout).toContain("the tide is high");
  });

  it("is finished when the daemon is told to end", async () => {
    await begin({ PostToolUse: [observer] });
    await afterTool("t1");
    await expect.poll(() => place.has("started")).toBe(true);
    const ended = stopDaemon(findPlaces(place.env));
    place.write("go", "");
    expect(await ended).toBe("ended");
    await place.up();
    expect(await recorded()).toEqual(["PostToolUse"]);
  });

  it("is never recorded twice if the daemon is killed while its observers run, nor do they run again", async () => {
    await begin({ PostToolUse: [{ ...observer, command: `echo ran >> runs; ${SLOW}` }] });
    await afterTool("t1");
    await expect.poll(() => place.has("started")).toBe(true);
    await place.kill();
    place.write("go", "");
    await place.up();
    await afterTool("t2");
    await expect.poll(async () => (await place.events()).map(({ payload }) => payload["tool_use_id"])).toEqual(["t2"]);
    expect(place.read("runs")).toBe("ran\nran\n");
  });
});

describe("an event that a hook can change is waited for", () => {
  it("if one of its hooks enforces, also beside an observer", async () => {
    await begin({
      PostToolUse: [
        { id: "c", command: "touch enforced" },
        { ...observer, command: "touch observed" },
      ],
    });
    await afterTool("t1");
    expect([place.has("enforced"), place.has("observed")]).toEqual([true, true]);
  });

  it("but not for a hook that is for other tools", async () => {
    await begin({ PostToolUse: [{ id: "c", matcher: "Edit", command: "true" }, observer] });
    await afterTool("t1");
    expect(place.has("done")).toBe(false);
    place.write("go", "");
    await expect.poll(recorded).toEqual(["PostToolUse"]);
  });

  it("if it has a guard, whatever the mode of the guard", async () => {
    await begin({ PostToolUse: [{ id: "g", guard: true, mode: "observe", command: "touch judged" }] });
    await afterTool("t1");
    expect(place.has("judged")).toBe(true);
  });

  it("if the record has to be on the disk first: a kill then takes nothing away", async () => {
    await begin({ PostToolUse: [{ id: "a", mode: "observe", audit: "required", command: "true" }] });
    await afterTool("t1");
    await place.kill();
    await place.up();
    expect(await recorded()).toEqual(["PostToolUse"]);
  });
});
