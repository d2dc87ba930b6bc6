import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bash } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const CONTEXT = `echo '{"context": "the tide is high"}'`;
const BATCH = { hooks: { PostToolBatch: [{ id: "b", command: CONTEXT }] } };

let place: DaemonPlace;
let settings: string;
beforeEach(() => {
  place = new DaemonPlace();
  settings = join(place.home, ".claude/settings.json");
});

const registered = () => Object.keys((JSON.parse(place.read(settings)) as { hooks: object }).hooks);
const call = (more: object = {}) => ({ session_id: "s", cwd: place.project, ...bash("ls"), ...more });
const alone = { env: { SNAPHOOK_DAEMON: "off" } };
const findings = async () => {
  const { checks } = await place.json<{ checks: { findings: { code: string }[] }[] }>(["doctor"]);
  return checks.flatMap(({ findings }) => findings.map(({ code }) => code));
};

describe("an event that is registered on demand", () => {
  it("is not registered while no hook is on it, and is one of those the agent waits for no more", async () => {
    await place.wire();
    expect(registered()).not.toContain("PostToolBatch");
    expect(registered()).toContain("PostToolUse");
    expect(await findings()).not.toContain("AGENT_EVENT_MISSING");
  });

  it("is registered by install if a hook of yours is on it", async () => {
    place.writeUser("hooks.json", BATCH);
    await place.wire();
    expect(registered()).toContain("PostToolBatch");
  });

  it.each([
    ["the program", async () => {}, alone],
    ["the daemon", () => place.up(), {}],
  ])("is registered by the first call after a hook came, if %s answers; uninstall takes it out", async (_, up, how) => {
    const own = JSON.stringify({
      model: "m",
      hooks: { PostToolBatch: [{ hooks: [{ type: "command", command: "true" }] }] },
    });
    place.write(settings, own);
    await place.wire();
    await up();
    place.writeUser("hooks.json", BATCH);
    expect(await findings()).toContain("AGENT_EVENT_MISSING");
    const before = place.read(settings);
    await place.launch("claude-code", "PreToolUse", call(), how);
    await expect.poll(() => place.read(settings)).not.toBe(before);
    expect(place.read(settings)).toContain("launch claude-code PostToolBatch");
    expect(await findings()).not.toContain("AGENT_EVENT_MISSING");
    const answer = await place.launch("claude-code", "PostToolBatch", call({ tool_calls: [] }), how);
    expect(answer.stdout).toContain("the tide is high");
    place.writeUser("hooks.json", { hooks: {} });
    await place.wire(); // it stays
    expect(place.read(settings)).toContain("launch claude-code PostToolBatch");
    await place.run(["uninstall", "claude-code"]);
    expect(place.read(settings)).toBe(own);
  });

  it("is not registered for a hook of a project that nobody approved, nor for another agent's", async () => {
    await place.wire();
    place.write(".snaphook/hooks.json", BATCH);
    place.writeUser("hooks.json", { hooks: { PostToolBatch: [{ id: "q", command: CONTEXT, agents: ["qwen"] }] } });
    await place.launch("claude-code", "PreToolUse", call(), alone);
    expect(place.read(settings)).not.toContain("PostToolBatch");
    await place.trust();
    await place.launch("claude-code", "PreToolUse", call(), alone);
    await expect.poll(() => place.read(settings)).toContain("launch claude-code PostToolBatch");
  });

  it("is registered nowhere if no file of the agent calls us", async () => {
    place.write(settings, "{}");
    place.writeUser("hooks.json", BATCH);
    await place.run(["hook", "claude-code", "PreToolUse"], { input: call() });
    expect(place.read(settings)).toBe("{}");
  });
});
