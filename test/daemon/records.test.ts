import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { addressOf } from "../../src/client/daemon-control.js";
import { watchDaemon } from "../../src/client/daemon-stream.js";
import { openDriver } from "../../src/store/open-driver.js";
import { ownHooks } from "../support/own-hooks.js";
import { bash, PROGRAM, says } from "../support/program.js";
import { groupMembers } from "../support/real-engine.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const call = (more: object = {}) => ({ session_id: "s", cwd: place.project, ...bash("ls"), ...more });
const guard = (command: string, more: object = {}) => ({
  hooks: { PreToolUse: [{ id: "g", guard: true, command, ...more }] },
});
const spooled = () => (existsSync(join(place.state, "spool")) ? readdirSync(join(place.state, "spool")) : []);

describe("what is kept of calls", () => {
  it("DA-11 is in the store, whoever answered, and once", async () => {
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t1" }));
    expect(spooled()).toHaveLength(1);
    await place.up();
    await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t2" }));
    await expect.poll(async () => (await place.events()).map(({ way }) => way).sort()).toEqual(["alone", "daemon"]);
    expect(spooled()).toEqual([]);
    const [event] = await place.events();
    expect(event).toMatchObject({ verdict: "deny", reason: "no" });
    expect(ownHooks(event!.hooks)).toMatchObject([{ id: "g", outcome: "deny" }]);
    const session = await place.json<{ decisions: object[] }>(["session", "s"]);
    expect(session.decisions).toHaveLength(2);
  });

  it("what is made of events follows, without anybody asking, and after a kill", async () => {
    await place.wire();
    const captured = () => {
      const db = openDriver(join(place.data, "store/snaphook.db"));
      try {
        return db
          .prepare("SELECT n, (SELECT count(*) FROM events) AS events FROM counts WHERE name = 'captured'")
          .get();
      } finally {
        db.close();
      }
    };
    await place.up();
    await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t1" }));
    await expect.poll(captured).toMatchObject({ n: 1, events: 1 });
    await place.launch("claude-code", "PostToolUse", call({ tool_use_id: "t1", hook_event_name: "PostToolUse" }));
    await expect.poll(() => captured()?.["events"]).toBe(2);
    await place.kill();
    await place.up();
    await expect.poll(captured).toMatchObject({ n: 2, events: 2 });
    const { activities } = await place.json<{ activities: object[] }>(["session", "s"]);
    expect(activities).toHaveLength(1);
  });

  it("CP-09 the daemon reads the agent's last answer in its transcript before the event is stored", async () => {
    await place.wire();
    await place.up();
    const content = [{ type: "text", text: "The harbour is in the north." }];
    const transcript_path = place.write("t.jsonl", `${JSON.stringify({ message: { role: "assistant", content } })}\n`);
    const session = { session_id: "s", cwd: place.project, transcript_path };
    await place.launch("claude-code", "UserPromptSubmit", { ...session, prompt: "where is the harbour" });
    await place.launch("claude-code", "Stop", session);
    await expect.poll(async () => (await place.events()).length).toBe(2);
    const { batches } = await place.json<{ batches: object[] }>(["session", "s"]);
    expect(batches).toMatchObject([{ response: "The harbour is in the north.", status: "queued" }]);
  });

  it("`audit: required` is kept before the answer, and its failure is the hook's failure", async () => {
    place.writeUser("hooks.json", guard("true", { audit: "required" }));
    await place.wire();
    expect((await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t1" }))).stdout).toBe("{}");
    expect(spooled()).toHaveLength(1);
    await place.up();
    expect((await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t2" }))).stdout).toBe("{}");
    expect((await place.events()).filter(({ way }) => way === "daemon")).toHaveLength(1);
    await place.kill();
    // No place for a record any more: neither a spool nor a store.
    execFileSync("sh", [
      "-c",
      `rm -rf "${place.state}/spool" "${place.data}/store" && : > "${place.state}/spool" && : > "${place.data}/store"`,
    ]);
    const alone = await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t3" }));
    expect(alone.stdout).toContain("its record could not be stored");
    expect(alone.stdout).toContain('"permissionDecision":"deny"');
    await place.up();
    const within = await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t4" }));
    expect(within.stdout).toContain("its record could not be stored");
    expect((await place.status()).store.ok).toBe(false);
  });

  it("a store that is removed under the daemon is noticed: nothing counts as kept that is not", async () => {
    place.writeUser("hooks.json", guard("true", { audit: "required" }));
    await place.wire();
    await place.up();
    expect((await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t1" }))).stdout).toBe("{}");
    rmSync(join(place.data, "store"), { recursive: true });
    const { stdout } = await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t2" }));
    expect(stdout).toContain("its record could not be stored");
    const again = async () => (await place.launch("claude-code", "PreToolUse", call({ tool_use_id: "t3" }))).stdout;
    await expect.poll(again).toBe("{}");
    await expect.poll(async () => (await place.events()).map(({ verdict }) => verdict)).toContain("deny"); // from the spool
  });

  it("a private run leaves nothing, but for hooks that want to be on record", async () => {
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    const env = { SNAPHOOK_PRIVATE: "1" };
    await place.launch("claude-code", "PreToolUse", call(), { env });
    await place.up();
    await place.launch("claude-code", "PreToolUse", call(), { env });
    await expect.poll(async () => (await place.status()).events).toBe(1);
    expect(await place.events()).toEqual([]);
    expect(spooled()).toEqual([]);
    expect(place.read(join(place.state, "hooks.log"))).toBe("");
    place.writeUser("hooks.json", guard(says("deny", "no"), { audit: "required" }));
    await place.launch("claude-code", "PreToolUse", call(), { env });
    expect(await place.events()).toHaveLength(1);
  });

  it("a session that was made private by command cannot have hooks that want to be on record", async () => {
    place.writeUser("hooks.json", guard("true", { audit: "required" }));
    await place.wire();
    await place.up();
    expect((await place.run(["private", "s"])).code).toBe(0);
    expect((await place.launch("claude-code", "PreToolUse", call())).stdout).toContain("its session was made private");
  });

  it("events that nobody waits for do not keep agents waiting", async () => {
    place.writeUser("hooks.json", {
      hooks: {
        "my:build": [{ id: "b", command: "until [ -e go ]; do sleep 0.1; done; echo x >> built", timeoutMs: 600_000 }],
        PreToolUse: [{ id: "g", guard: true, command: says("deny", "no") }],
      },
    });
    await place.wire();
    await place.up();
    const events = Array.from({ length: 300 }, () => ({
      agent: "my-tool",
      event: "my:build",
      payload: { cwd: place.project },
    }));
    const { port } = await place.status();
    const { hooks } = JSON.parse(readFileSync(join(place.folder, "tokens.json"), "utf8"));
    const posted = await fetch(`http://127.0.0.1:${port}/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${hooks}`, "content-type": "application/json" },
      body: JSON.stringify(events),
    });
    expect(posted.status).toBe(200);
    await expect
      .poll(async () => {
        expect((await place.launch("claude-code", "PreToolUse", call())).stdout).toContain('"deny"');
        return JSON.stringify(await place.ask({ path: "/v1/events", query: { event: "PreToolUse" } }));
      })
      .toContain('"way":"daemon"');
    expect(place.read("built")).toBe(""); // none of them has ended yet
    place.write("go", "");
    await expect.poll(() => place.read("built").length).toBe(2 * 300);
  });

  it("OB-03 the stream tells of each hook when it begins, what it says, and what it answered, with the same id", async () => {
    place.writeUser("hooks.json", guard(`echo counting >&2; sleep 0.1; ${says("deny", "no")}`));
    await place.wire();
    await place.up();
    const seen: { kind: string; hook?: { type: string; id: string; hook: string; text?: string } }[] = [];
    const watching = watchDaemon(addressOf(place), (line) => seen.push(line as never));
    onTestFinished(() => watching.stop());
    await expect
      .poll(async () => {
        await place.launch("claude-code", "PreToolUse", call());
        return seen.some(({ kind }) => kind === "event");
      })
      .toBe(true);
    const hooks = seen.flatMap(({ hook }) => (hook === undefined || hook.hook === "self-protection" ? [] : [hook]));
    const first = hooks.filter(({ id }) => id === hooks[0]!.id);
    expect(first.map(({ type }) => type)).toEqual(["hook_started", "hook_progress", "hook_response"]);
    expect(first[1]!.text).toBe("counting\n");
  });

  it("AD-20 a call from below the project is one of the project", async () => {
    mkdirSync(place.path(".git"), { recursive: true });
    mkdirSync(place.path("deep/er"), { recursive: true });
    place.write(".snaphook/hooks.json", guard(says("deny", "the project says no")));
    await place.trust();
    await place.wire();
    await place.up();
    const cwd = place.path("deep/er");
    const { stdout } = await place.launch("claude-code", "PreToolUse", call({ cwd }), { cwd });
    expect(stdout).toContain("the project says no");
    await expect.poll(async () => (await place.status()).events).toBe(1);
  });

  it("EV-23 a file that changes is an event for the hooks of its folder", async () => {
    place.writeUser("hooks.json", { hooks: { FileChanged: [{ id: "f", command: "cat >> seen" }] } });
    const watched = place.write("watched/a.txt", "one");
    place.writeUser("daemon.json", { watch: [place.path("watched")] });
    await place.up();
    writeFileSync(watched, "two");
    await expect.poll(() => place.read("watched/seen")).toContain('"file_path"');
    await expect.poll(async () => (await place.events()).some(({ way }) => way === "watcher")).toBe(true);
  });

  it("an agent that calls hooks by HTTP is answered in its own words", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.up();
    const { port } = await place.status();
    const { hooks } = JSON.parse(readFileSync(join(place.folder, "tokens.json"), "utf8"));
    const answer = await fetch(`http://127.0.0.1:${port}/v1/hooks/claude-code/PreToolUse`, {
      method: "POST",
      headers: { authorization: `Bearer ${hooks}`, "content-type": "application/json" },
      body: JSON.stringify(call()),
    });
    expect(await answer.json()).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });
});

describe("where little is allowed", () => {
  it("no child outlives a daemon that is killed", async () => {
    place.writeUser("hooks.json", guard("echo $$ > pid; sleep 60"));
    await place.wire();
    await place.up();
    const answer = place.launch("claude-code", "PreToolUse", call());
    await expect.poll(() => place.read("pid")).not.toBe("");
    await place.kill();
    expect((await answer).stdout).toContain('"permissionDecision":"deny"');
    await expect.poll(() => groupMembers(Number(place.read("pid")))).toEqual([]);
  });

  it("a home that cannot be written to: hooks answer, and it is said that nothing is kept", async () => {
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    writeFileSync(join(place.root, "state"), ""); // a file where the folder would be
    const { stdout } = await place.launch("claude-code", "PreToolUse", call());
    expect(stdout).toContain('"permissionDecision":"deny"');
    const start = { session_id: "s", cwd: place.project, source: "startup" };
    expect((await place.launch("claude-code", "SessionStart", start)).stderr).toContain("not recorded");
    expect((await place.run(["up", "--detach"])).code).toBe(1);
  });

  it("no loopback: the sockets serve", async () => {
    const apart = ["-rn", "--", process.execPath, PROGRAM, "up", "--serve"];
    if (spawnSync("unshare", ["-rn", "--", "true"]).status !== 0)
      return console.warn("not shown here: this machine lets nobody make a network of its own");
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    const daemon = spawn("unshare", apart, { env: place.env, stdio: "ignore" });
    onTestFinished(() => void daemon.kill("SIGKILL"));
    await expect.poll(async () => (await place.ask({ path: "/v1/status" })).kind).toBe("ok");
    expect((await place.launch("claude-code", "PreToolUse", call())).stdout).toContain('"deny"');
    await expect.poll(async () => (await place.status()).events).toBe(1);
  });
});
