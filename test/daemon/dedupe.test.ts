import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import { openDriver } from "../../src/store/open-driver.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  await place.up();
});

const post = async (event: string, payload: object, agent = "claude-code") => {
  const body = { agent, event, payload: { session_id: "s", cwd: place.project, ...payload } };
  const reply = await place.ask({ method: "POST", path: "/v1/events", body });
  if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
  return (reply.body["receipts"] as { outcome: string }[])[0]!.outcome;
};
const log = () => place.read(join(place.folder, "daemon.log"));

describe("the second delivery of an occurrence", () => {
  it("DD-01 DD-09 DD-03 is stored once, and the log says so", async () => {
    const start = (agent: string) => post("SessionStart", { source: "startup" }, agent);
    expect([await start("claude-code"), await start("cursor"), await start("claude-code")]).toEqual([
      "stored",
      "stored",
      "duplicate",
    ]);
    await expect.poll(log).toContain("Deduped agent=claude-code");
    const ran = { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "a" };
    expect(await post("PostToolUse", { ...ran, tool_use_id: "t" })).toBe("stored");
    expect(await post("PostToolUse", { ...ran, tool_use_id: "t", tool_response: "b" })).toBe("duplicate");
    expect(await post("PostToolUse", ran)).toBe("stored");
    expect(await post("PostToolUse", ran)).toBe("duplicate");
    expect(await post("PostToolUse", { ...ran, tool_response: "other" })).toBe("stored");
  });

  it("is known to a daemon that has just been started", async () => {
    const stop = { prompt: "mend the roof", generation_id: "g1" };
    expect(await post("UserPromptSubmit", stop)).toBe("stored");
    await place.kill();
    await place.up();
    expect(await post("UserPromptSubmit", stop)).toBe("duplicate");
  });
});

describe("the store and the agents", () => {
  it("CP-16 nobody waits for a store that is busy", async () => {
    await place.wire();
    const first = { session_id: "s", cwd: place.project, hook_event_name: "UserPromptSubmit", prompt: "mend the roof" };
    await place.launch("claude-code", "UserPromptSubmit", first);
    await expect.poll(async () => (await place.events()).length).toBe(1);
    const other = openDriver(storeFile(place));
    other.exec("PRAGMA busy_timeout = 600000"); // the daemon may be writing
    other.exec("BEGIN IMMEDIATE");
    try {
      const { events } = await place.status();
      // On a busy machine a call may be answered without the daemon.
      await expect
        .poll(async () => {
          const { stdout } = await place.launch("claude-code", "Stop", { ...first, hook_event_name: "Stop" });
          expect(stdout).toBe("{}");
          return (await place.status()).events;
        })
        .toBeGreaterThan(events);
    } finally {
      other.exec("ROLLBACK");
      other.close();
    }
    await expect.poll(async () => (await place.events()).map(({ event }) => event)).toContain("Stop");
  });

  it("EV-25 takes events of anybody's own, in a namespace, and they can be hooked", async () => {
    place.writeUser("hooks.json", { hooks: { "my:build": [{ id: "b", command: "cat >> built" }] } });
    expect(await post("my:build", { result: "green" }, "my-tool")).toBe("stored");
    await expect.poll(() => place.read("built")).toContain('"result":"green"');
    expect(await place.events()).toHaveLength(1);
    expect((await place.events())[0]).toMatchObject({ event: "my:build", agent: "my-tool", way: "api" });
  });

  it("EV-25 keeps each of them, close together and with the same words too, and tells the hooks of each", async () => {
    place.writeUser("hooks.json", {
      hooks: { "cortex:task.completed": [{ id: "t", command: "cat >> done; echo >> done" }] },
    });
    for (const taskId of ["T-1", "T-2", "T-2"])
      expect(await post("cortex:task.completed", { taskId }, "cortex")).toBe("stored");
    const tasks = () =>
      place
        .read("done")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).taskId);
    await expect.poll(() => tasks().sort()).toEqual(["T-1", "T-2", "T-2"]);
    expect(await place.events()).toHaveLength(3);
  });
});
