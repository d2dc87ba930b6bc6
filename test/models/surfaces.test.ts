/** Prompt hooks through every surface: embedded, by command, as an agent's call without and with a daemon. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/index.js";
import { loadHooks } from "../../src/load.js";
import { block, chat, ModelServer, PASS } from "../support/model-server.js";
import { bash, PROGRAM, ProgramPlace } from "../support/program.js";
import { eventually } from "../support/real-engine.js";
import { DaemonPlace } from "../support/running-daemon.js";

const JUDGE = { id: "judge", matcher: "Bash", type: "prompt", prompt: "Safe? $ARGUMENTS", guard: true };
const HOOKS = { hooks: { PreToolUse: [JUDGE] } };
const DENIED = { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "It deletes." } };
const CALL = { session_id: "s1", permission_mode: "default" };

function prepared<P extends ProgramPlace>(place: P, server: ModelServer, over = {}, rest = {}): P {
  place.writeUser("models.json", server.settings(over, rest));
  place.writeUser("hooks.json", HOOKS);
  return place;
}

describe("prompt hooks, outside", () => {
  it("HT-02 fire: denies with the model's reason, and twice asks once", async () => {
    const server = await ModelServer.start(block("It deletes."));
    const place = prepared(new ProgramPlace(), server);
    for (let i = 0; i < 2; i++)
      expect(await place.fire("PreToolUse", bash("rm -rf build"))).toMatchObject({
        verdict: "deny",
        reason: "It deletes.",
      });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]!.text).toContain("rm -rf build");
  });

  it("HT-02 processes that ask the same at the same time wait for one answer", async () => {
    let release = () => {};
    const server = await ModelServer.start((response) => {
      release = () => chat(response, block("It deletes."));
    });
    const place = prepared(new ProgramPlace(), server);
    const fired = Array.from({ length: 3 }, () => place.fire("PreToolUse", bash("rm -rf build")));
    await eventually("the model is asked", () => server.asked.length > 0);
    release();
    for (const decision of await Promise.all(fired)) expect(decision).toMatchObject({ reason: "It deletes." });
    expect(server.asked).toHaveLength(1);
  });

  it("HT-02 a process that was killed while it waited has used its budget, and the next one asks", async () => {
    const server = await ModelServer.start(() => {}, block("It deletes."));
    const place = prepared(new ProgramPlace(), server, {}, { budget: { callsPerDay: 2 } });
    const hook = { ...JUDGE, timeoutMs: 3_000 };
    place.writeUser("hooks.json", { hooks: { PreToolUse: [hook] } });
    const args = [PROGRAM, "fire", "PreToolUse", "--payload", "-"];
    const child = spawn(process.execPath, args, { cwd: place.project, env: place.env });
    child.stdin.end(JSON.stringify(bash("rm -rf build")));
    await eventually("the model is asked", () => server.asked.length === 1);
    child.kill("SIGKILL");
    place.writeUser("hooks.json", HOOKS);
    // The killed one holds the question for at most its own time limit.
    expect(await place.fire("PreToolUse", bash("rm -rf build"))).toMatchObject({ reason: "It deletes." });
    const spent = await place.fire("PreToolUse", bash("rm -rf other"));
    expect(spent.hooks).toMatchObject([{ cause: "model-budget" }]);
  });

  it("HT-02 validate no longer says that the type cannot run", async () => {
    const place = prepared(new ProgramPlace(), await ModelServer.start(PASS));
    expect((await place.validate()).findings).toEqual([]);
  });

  it("HT-08 an agent's call without a daemon completes after the agent closed its stdin", async () => {
    let release = () => {};
    const server = await ModelServer.start((response) => {
      release = () => chat(response, block("It deletes."));
    });
    const place = prepared(new ProgramPlace(), server);
    const child = spawn(process.execPath, [PROGRAM, "hook", "claude-code", "PreToolUse"], {
      cwd: place.project,
      env: place.env,
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    child.stdin.end(JSON.stringify({ ...CALL, cwd: place.project, ...bash("rm -rf build") }));
    await new Promise((done) => child.stdin.once("close", done));
    await eventually("the model is asked", () => server.asked.length === 1);
    release();
    await new Promise((done) => child.once("close", done));
    expect(JSON.parse(printed)).toMatchObject(DENIED);
  });

  it("HT-08 an agent's call through the daemon: the key comes from the agent's variables", async () => {
    const server = await ModelServer.start(block("It deletes."));
    const place = prepared(new DaemonPlace(), server, { keyEnv: "MY_MODEL_KEY" });
    await place.wire();
    await place.up();
    const payload = { ...CALL, cwd: place.project, ...bash("rm -rf build") };
    const env = { MY_MODEL_KEY: "k-from-agent" };
    const { stdout } = await place.launch("claude-code", "PreToolUse", payload, { env });
    expect(JSON.parse(stdout)).toMatchObject(DENIED);
    expect(server.asked[0]!.headers.authorization).toBe("Bearer k-from-agent");
    expect((await place.status()).pid).toBe(place.daemon!.pid);
    const records = await place.events();
    expect(records[0]).toMatchObject({ way: "daemon", verdict: "deny" });
    // Neither the key nor the answer's question is anywhere on the disk.
    expect(textsBelow(place.root)).not.toContain("k-from-agent");
  });

  it("HT-02 embedded: hooks of files use the user's model", async () => {
    const server = await ModelServer.start(block("It deletes."));
    const place = prepared(new ProgramPlace(), server);
    const loaded = await loadHooks({ cwd: place.project, environment: place.env });
    const hooks = createHooks({ entries: loaded.entries, reach: loaded.reach, environment: place.env });
    const decision = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "rm -rf build" } });
    await hooks.close();
    expect(decision).toMatchObject({ verdict: "deny", reason: "It deletes." });
    expect(server.asked).toHaveLength(1);
  });

  it("HT-02 the hook of a project runs once it is approved, with the user's model and its own budget", async () => {
    const server = await ModelServer.start(PASS, block("It deletes."));
    const place = new ProgramPlace();
    place.writeUser("models.json", server.settings({}, { budget: { projectCallsPerDay: 1 } }));
    place.write(".git/HEAD", "ref: refs/heads/main\n");
    place.write(".snaphook/hooks.json", HOOKS);
    place.write(".snaphook/models.json", { models: {}, use: {} });
    expect((await place.fire("PreToolUse", bash("ls 1"))).hooks).toEqual([]);
    expect(server.asked).toEqual([]);
    await place.trust();
    expect(await place.fire("PreToolUse", bash("ls 2"))).toMatchObject({ verdict: "none" });
    const spent = await place.fire("PreToolUse", bash("ls 3"));
    expect(spent).toMatchObject({ verdict: "deny", hooks: [{ cause: "model-budget" }] });
    expect(server.asked).toHaveLength(1);
  });
});

describe("snaphook models", () => {
  it("HT-02 lists models, what is missing, and the budget, which stats shows too", async () => {
    const server = await ModelServer.start(PASS);
    const place = prepared(new ProgramPlace(), server);
    await place.fire("PreToolUse", bash("ls"));
    const shown = await place.json<{ models: object[]; spent: object; budget: object }>(["models"]);
    expect(shown).toMatchObject({
      models: [{ name: "small", kind: "openai", usedFor: ["prompt"] }],
      spent: { calls: 1, callsInHour: 1, tokens: 320 },
      budget: { callsPerHour: 60 },
    });
    const { stdout } = await place.run(["models"]);
    expect(stdout).toMatch(/^small +openai +tiny .* prompt +ready$/m);
    expect(stdout).toContain("1 of 60 calls this hour");
    expect(await place.json(["stats"])).toMatchObject({ models: { spent: { calls: 1, tokens: 320 } } });
    expect((await place.run(["stats"])).stdout).toContain("320 of 200000 tokens");
  });

  it("HT-02 test asks one question and tells what failed", async () => {
    const server = await ModelServer.start(PASS, (response) => response.writeHead(401).end("{}"));
    const place = prepared(new ProgramPlace(), server);
    expect(await place.json(["models", "test"])).toMatchObject({ ok: true, model: "small", answer: { ok: true } });
    const failed = await place.run(["models", "test", "small"]);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/MODEL_FAILED.*wants a key \(401\)/) });
    expect(await place.run(["models", "test", "no"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("MODEL_UNKNOWN"),
    });
    expect(await place.run(["models", "tset"])).toMatchObject({ code: 2, stderr: expect.stringContaining("USAGE") });
  });

  it("HT-02 problems in models.json have a position, and doctor reports a prompt hook without a model", async () => {
    const place = new ProgramPlace();
    place.writeUser("models.json", '{\n  // mine\n  "models": { "a": { "kind": "magic" } }\n}\n');
    place.writeUser("hooks.json", HOOKS);
    const listed = await place.run(["models"]);
    expect(listed).toMatchObject({ code: 1, stderr: expect.stringMatching(/models\.json:3:\d+: error CONFIG_TYPE/) });
    const doctor = await place.run(["doctor", "--json"]);
    expect(doctor.stdout).toContain("MODEL_UNSET");
  });
});

describe("a second opinion for guards", () => {
  /** A guard that asks about everything. */
  const asking = { id: "careful", matcher: "Bash", command: `echo '{"decision":"ask","reason":"Sure?"}'`, guard: true };
  const place = (server: ModelServer, over = {}) => {
    const made = new ProgramPlace();
    made.writeUser("models.json", server.settings());
    made.writeUser("hooks.json", { secondOpinion: true, hooks: { PreToolUse: [asking] }, ...over });
    return made;
  };
  const answered = async (made: ProgramPlace, command = "make deploy") =>
    (await made.hook("PreToolUse", bash(command), { env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } })) as {
      hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string };
    };

  it("HT-02 the model turns a question into a denial, with its reason", async () => {
    const server = await ModelServer.start(block("It deploys to production."));
    const { hookSpecificOutput: output } = await answered(place(server));
    expect(output.permissionDecision).toBe("deny");
    expect(output.permissionDecisionReason).toMatch(/^Sure\? .*It deploys to production\./);
    expect(server.asked[0]!.text).toContain("make deploy");
    expect(server.asked[0]!.text).toContain("| Sure?");
  });

  it.each([
    ["agrees", '{"ok": true, "reason": "", "impossible": false}', /^Sure\?$/],
    ["adds a remark", '{"ok": true, "reason": "It only builds."}', /^Sure\? \[Second opinion .*It only builds\.\]$/],
    ["tries to allow", '{"decision": "allow", "permissionDecision": "allow"}', /^Sure\?$/],
    ["fails", "no idea", /^Sure\?$/],
  ])("HT-02 the question stays a question if the model %s [still a question]", async (_what, answer, reason) => {
    const server = await ModelServer.start(answer);
    const { hookSpecificOutput: output } = await answered(place(server));
    expect(output.permissionDecision).toBe("ask");
    expect(output.permissionDecisionReason).toMatch(reason);
    expect(server.asked).toHaveLength(1);
  });

  it("HT-02 through the daemon: a denial by the model is not held for a person, and the record says who decided", async () => {
    const server = await ModelServer.start(block("It deploys."));
    const made = new DaemonPlace();
    made.writeUser("models.json", server.settings({ keyEnv: "MY_MODEL_KEY" }));
    made.writeUser("hooks.json", { secondOpinion: true, hooks: { PreToolUse: [asking] } });
    await made.wire();
    await made.up();
    await made.attend();
    const payload = { ...CALL, cwd: made.project, ...bash("make deploy") };
    const { stdout } = await made.launch("claude-code", "PreToolUse", payload, { env: { MY_MODEL_KEY: "k" } });
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(await made.asks("all")).toEqual([]);
    const [record] = await made.events();
    expect(record).toMatchObject({ verdict: "ask", sent: { verdict: "deny" } });
    expect(JSON.stringify(record)).toContain("SECOND_OPINION");
  });

  it("HT-02 is off by default, and a project cannot turn it on [opt-in]", async () => {
    const server = await ModelServer.start(block("no"));
    const made = place(server, { secondOpinion: undefined });
    made.write(".git/HEAD", "ref: refs/heads/main\n");
    made.write(".snaphook/hooks.json", { secondOpinion: true, hooks: {} });
    await made.trust();
    expect((await answered(made)).hookSpecificOutput.permissionDecision).toBe("ask");
    expect(server.asked).toEqual([]);
  });

  it("HT-02 secrets of the call reach the model redacted [redacted call]", async () => {
    const server = await ModelServer.start(PASS);
    const key = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await answered(place(server), `curl -H "authorization: Bearer ${key}" https://a.test`);
    expect(server.asked).toHaveLength(1);
    expect(JSON.stringify(server.asked[0]!.body)).not.toContain("a1B2c3D4");
  });

  it("HT-02 a call that no hook asks about loads no model and asks none", async () => {
    const server = await ModelServer.start(block("no"));
    const made = place(server, { hooks: { PreToolUse: [{ ...asking, command: "true" }] } });
    await answered(made);
    expect(server.asked).toEqual([]);
  });
});

function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("versions"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
