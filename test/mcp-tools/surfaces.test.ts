/** `mcp_tool` hooks through the built program: by command, without and with a daemon, and those of a project or plugin. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/index.js";
import { loadHooks } from "../../src/load.js";
import { bash, ProgramPlace } from "../support/program.js";
import { eventually, groupMembers } from "../support/real-engine.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { SERVER } from "./tool-place.js";

const hook = (tool = "echo") => ({
  id: "policy",
  matcher: "Bash",
  type: "mcp_tool",
  server: "policy",
  tool,
  input: { command: "${tool_input.command}" },
  guard: true,
});
const hooks = (tool?: string) => ({ hooks: { PreToolUse: [hook(tool)] } });
const DENIED = { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "rm x" } };

const server = (place: ProgramPlace, more: object = {}) => ({
  mcpServers: { policy: { command: "node", args: [SERVER, join(place.root, "server.log")], ...more } },
});
const starts = (place: ProgramPlace) =>
  place
    .read(join(place.root, "server.log"))
    .split("\n")
    .filter((line) => line.startsWith("start "))
    .map((line) => Number(line.slice(6)));

function ofUser<P extends ProgramPlace>(place: P, more: object = {}): P {
  place.writeUser("mcp.json", `// mine\n${JSON.stringify(server(place, more))}`);
  place.writeUser("hooks.json", hooks());
  return place;
}

/** A server of the project: its script lies in it, with its log beside the project. */
function ofProject<P extends ProgramPlace>(place: P): P {
  place.write(".git/HEAD", "ref: refs/heads/main\n");
  place.write("tools/policy.mjs", readFileSync(SERVER, "utf8"));
  const args = ["tools/policy.mjs", join(place.root, "server.log")];
  place.write(".mcp.json", { mcpServers: { policy: { command: "node", args } } });
  place.write(".snaphook/hooks.json", hooks());
  return place;
}

describe("mcp_tool hooks, outside", () => {
  it("HT-11 fire, validate and test: the server of mcp.json answers, and nothing of it is left", async () => {
    const place = ofUser(new ProgramPlace());
    expect(await place.fire("PreToolUse", bash("rm x"))).toMatchObject({ verdict: "deny", reason: "rm x" });
    expect((await place.validate()).findings).toEqual([]);
    const call = place.write("call.json", bash("rm y"));
    expect(await place.json(["test", "policy", "--payload", call])).toMatchObject({ ok: true });
    const pids = starts(place);
    expect(pids).toHaveLength(2);
    await eventually("the servers have ended", () => pids.every((pid) => groupMembers(pid).length === 0));
  });

  it("HT-11 an agent's call without a daemon has a connection of its own", async () => {
    const place = ofUser(new ProgramPlace());
    expect(await place.hook("PreToolUse", bash("rm x"))).toMatchObject(DENIED);
    const [pid] = starts(place);
    await eventually("the server has ended", () => groupMembers(pid!).length === 0);
  });

  it("HT-11 embedded: hooks of files call the user's servers, which end with close()", async () => {
    const place = ofUser(new ProgramPlace());
    const loaded = await loadHooks({ cwd: place.project, environment: place.env });
    const embedded = createHooks({ entries: loaded.entries, reach: loaded.reach, environment: place.env });
    for (const command of ["a", "b"])
      expect(await embedded.fire("PreToolUse", bash(command))).toMatchObject({ verdict: "deny", reason: command });
    expect(starts(place)).toHaveLength(1);
    await embedded.close();
    await eventually("the server has ended", () => groupMembers(starts(place)[0]!).length === 0);
  });

  it("HT-11 in the daemon 1,000 calls start a server once, it ends with the daemon, and its key is the agent's", async () => {
    const place = ofUser(new DaemonPlace(), { env: { POLICY_TOKEN: "${POLICY_TOKEN}" } });
    await place.wire();
    await place.up();
    const env = { POLICY_TOKEN: "from-agent" };
    const call = (command: string, session = "s1") => ({ session_id: session, cwd: place.project, ...bash(command) });
    const launched = await Promise.all(
      ["s1", "s2"].map((session) => place.launch("claude-code", "PreToolUse", call("rm x", session), { env })),
    );
    for (const { stdout } of launched) expect(JSON.parse(stdout)).toMatchObject(DENIED);
    expect(starts(place)).toHaveLength(1);
    place.writeUser("hooks.json", hooks("environment"));
    const { stdout } = await place.launch("claude-code", "PreToolUse", call("env"), { env });
    expect(stdout).toContain('\\"POLICY_TOKEN\\":\\"from-agent\\"');
    expect(starts(place)).toHaveLength(1);
    place.writeUser("hooks.json", hooks());
    const fire = (i: number) =>
      place.ask({
        method: "POST",
        path: "/v1/fire",
        body: {
          agent: "claude-code",
          event: "PreToolUse",
          payload: call(`c${i}`),
          cwd: place.project,
        },
      });
    for (let from = 0; from < 1_000; from += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => fire(from + i)));
      for (const [i, reply] of replies.entries())
        expect(JSON.stringify(reply), JSON.stringify(reply)).toContain(`c${from + i}`);
    }
    expect(starts(place).length).toBeLessThanOrEqual(2); // the caller over HTTP sends another environment
    place.daemon!.kill("SIGKILL");
    await eventually("the servers have ended", () => starts(place).every((pid) => groupMembers(pid).length === 0));
  });

  it("HT-11 T1 a server of a project's .mcp.json starts only once its hook is approved", async () => {
    const place = ofProject(new ProgramPlace());
    expect((await place.fire("PreToolUse", bash("rm x"))).hooks).toEqual([]);
    expect(starts(place)).toEqual([]);
    const shown = await place.run(["trust"]);
    expect(shown.stdout).toContain(".mcp.json");
    expect(shown.stdout).toContain("tools/policy.mjs");
    await place.trust();
    expect(await place.fire("PreToolUse", bash("rm x"))).toMatchObject({ verdict: "deny", reason: "rm x" });
    expect(starts(place)).toHaveLength(1);
  });

  it.each<[string, (place: ProgramPlace) => void]>([
    ["the definition", (place) => place.write(".mcp.json", { mcpServers: { policy: { command: "true" } } })],
    ["the script", (place) => place.write("tools/policy.mjs", `${readFileSync(SERVER, "utf8")}\n`)],
    [
      "a decoy beside the definition",
      (place) =>
        place.write(".mcp.json", { "mcpServers.policy": {}, mcpServers: { policy: { command: "true" }, other: {} } }),
    ],
    ["comments that only one reader accepts", (place) => place.write(".mcp.json", `// x\n${place.read(".mcp.json")}`)],
  ])("HT-11 T1 a change of %s of an approved server ends the approval [covered servers]", async (_what, change) => {
    const place = ofProject(new ProgramPlace());
    await place.trust();
    change(place);
    const decision = await place.fire("PreToolUse", bash("rm x"));
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ outcome: "failed" }] });
    expect(decision.reason).toMatch(/changed since it was approved/);
    expect(starts(place)).toEqual([]);
  });

  it("HT-11 T1 a daemon with a running server does not keep it past a change of its files [covered servers]", async () => {
    const place = ofProject(new DaemonPlace());
    await place.wire();
    await place.up();
    await place.trust();
    const payload = { session_id: "s1", cwd: place.project, ...bash("rm x") };
    expect(JSON.parse((await place.launch("claude-code", "PreToolUse", payload)).stdout)).toMatchObject(DENIED);
    place.write("tools/policy.mjs", `${readFileSync(SERVER, "utf8")}\n`);
    const changed = await place.launch("claude-code", "PreToolUse", payload);
    expect(changed.stdout).toMatch(/changed since it was approved/);
    await place.trust();
    expect(JSON.parse((await place.launch("claude-code", "PreToolUse", payload)).stdout)).toMatchObject(DENIED);
    expect(starts(place)).toHaveLength(2);
  });

  it("HT-11 T1 a project's server does not replace that of a guard of the user's", async () => {
    const place = ofProject(ofUser(new ProgramPlace()));
    place.write(".mcp.json", { mcpServers: { policy: { command: "true" } } });
    expect(await place.fire("PreToolUse", bash("rm x"))).toMatchObject({ verdict: "deny", reason: "rm x" });
  });

  it("HT-11 variables that look like secrets reach a project's server only with a grant [granted variables]", async () => {
    const place = ofProject(new ProgramPlace());
    const args = ["tools/policy.mjs", join(place.root, "server.log")];
    const env = { A: "${PET_TOKEN}", B: "${PET_NAME}" };
    place.write(".mcp.json", { mcpServers: { policy: { command: "node", args, env } } });
    place.write(".snaphook/hooks.json", hooks("environment"));
    await place.trust();
    const outer = { env: { PET_TOKEN: "t0", PET_NAME: "rex" } };
    const seen = async () => JSON.parse((await place.fire("PreToolUse", bash("x"), [], outer)).reason!) as object;
    expect(await seen()).toMatchObject({ A: "", B: "rex" });
    place.writeUser("hooks.json", { grantEnv: ["PET_TOKEN"], hooks: {} });
    expect(await seen()).toMatchObject({ A: "t0", B: "rex" });
  });

  it.each([
    ["its manifest", true],
    ["its .mcp.json", false],
  ])(
    "CF-33 a plugin with hooks and an MCP server in %s loads both, untrusted until approved",
    async (_where, inline) => {
      const place = new ProgramPlace();
      place.write(".git/HEAD", "ref: refs/heads/main\n");
      place.writeUser("hooks.json", { dialects: ["arawn"], hooks: {} });
      place.write("plugins/p/policy.mjs", readFileSync(SERVER, "utf8"));
      const args = ["${CLAUDE_PLUGIN_ROOT}/policy.mjs", join(place.root, "server.log")];
      const mcpServers = { policy: { command: "node", args } };
      const run = { type: "mcp_tool", server: "policy", tool: "given", input: { plugin: "p" } };
      const own = { PreToolUse: [{ matcher: "shell|Bash", hooks: [run] }] };
      place.write("plugins/p/.claude-plugin/plugin.json", { name: "p", hooks: own, ...(inline ? { mcpServers } : {}) });
      if (!inline) place.write("plugins/p/.mcp.json", { mcpServers });
      expect((await place.fire("PreToolUse", bash("rm x"))).hooks).toEqual([]);
      expect(await place.list()).toMatchObject([{ level: "plugin", trust: "untrusted" }]);
      expect(starts(place)).toEqual([]);
      await place.trust();
      const fired = await place.fire("PreToolUse", bash("rm x"));
      expect(fired.hooks).toMatchObject([{ outcome: "none" }]); // Arawn blocks by exit codes only
      expect(place.read(join(place.root, "server.log"))).toMatch(/^start \d+\n\{"plugin":"p"\}\n$/);
      place.write("plugins/p/policy.mjs", "process.exit(1)");
      expect((await place.fire("PreToolUse", bash("rm x"))).hooks).toEqual([]);
    },
  );
});
