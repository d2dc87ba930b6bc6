import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fillInput } from "../../src/core/hooks/mcp-server.js";
import { eventually, groupMembers } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";
import { SERVER, ToolPlace } from "./tool-place.js";

const failing = (message: RegExp, cause = "mcp-failed") => ({
  hooks: [{ outcome: "failed", cause }],
  reason: expect.stringMatching(message),
});

describe("mcp_tool hooks", () => {
  it("HT-11 a tool of a server that denies blocks with its reason", async () => {
    expect(await new ToolPlace().fire()).toMatchObject({ verdict: "deny", reason: "ls" });
  });

  it.each([
    ["no text", "pass", { verdict: "none", hooks: [{ outcome: "none" }] }],
    ["structured content without text", "structured", { verdict: "deny", reason: "structured" }],
    ["an error", "error", failing(/reports an error: the policy is gone/)],
    ["no text but an image", "image", failing(/answered without text/)],
    ["content of a wrong shape", "strange", failing(/failed/)],
    ["5 MB", "big", failing(/more than 1000000 bytes/)],
    ["its end", "dies", failing(/ended with exit code 9: out of memory/)],
    ["an unknown tool", "none", failing(/no tool none/)],
    ["prose from a guard", "prose", failing(/JSON/, "not-json")],
  ])("HT-11 a tool that answers with %s", async (_what, tool, expected) => {
    expect(await new ToolPlace().fire({ tool })).toMatchObject(expected);
  });

  it("HT-11 a failure follows the failure contract", async () => {
    const place = new ToolPlace();
    expect(await place.fire({ tool: "error" }, { guard: false })).toMatchObject({ verdict: "none" });
    expect(await place.fire({ tool: "error" }, { onFailure: "ask" })).toMatchObject({ verdict: "ask" });
    expect(await place.fire({ tool: "error" }, { onFailure: "allow" })).toMatchObject({ verdict: "none" });
  });

  it.each([
    ["logs, binary and other JSON on stdout", "noisy"],
    ["a second answer to the same call", "twice"],
  ])("HT-11 a server that prints %s still answers", async (_what, mode) => {
    const { fire } = new ToolPlace(mode).engine();
    for (let i = 0; i < 3; i++) expect(await fire()).toMatchObject({ verdict: "deny", reason: "ls" });
  });

  it("HT-11 a server that dies at its start says why", async () => {
    expect(await new ToolPlace("dies").fire()).toMatchObject(failing(/ended with exit code 3: no database/));
  });

  it("HT-11 a server that sends binary without an end is ended", async () => {
    expect(await new ToolPlace("binary").fire()).toMatchObject(failing(/more than 1000000 bytes/));
  });

  it.each([
    ["silent", "echo"],
    ["usual", "hangs"],
  ])("HT-11 a server that does not answer (%s, %s) times out, and nothing of it is left", async (mode, tool) => {
    const place = new ToolPlace(mode);
    const clock = new VirtualClock();
    const { fire, engine } = place.engine({ tool }, { timeoutMs: 1_500 }, {}, { clock });
    const fired = fire();
    await eventually("the server runs", () => place.starts.length === 1);
    await clock.advance(1_500);
    expect(await fired).toMatchObject({ verdict: "deny", hooks: [{ outcome: "failed", cause: "timeout" }] });
    await engine.close();
    const [pid] = place.starts;
    await eventually("the server has ended", () => groupMembers(pid!).length === 0);
  });

  it("HT-11 after a call without an answer the next call starts another server", async () => {
    const place = new ToolPlace();
    const { engine, fire } = place.engine({ tool: "${never filled}" });
    await fire();
    const clock = new VirtualClock();
    const hanging = place.engine({ tool: "hangs" }, { timeoutMs: 800 }, {}, { clock });
    for (const starts of [2, 3]) {
      const fired = hanging.fire();
      // One was of the first engine.
      await eventually("a server of its own runs", () => place.starts.length === starts);
      await clock.advance(800);
      await fired;
    }
    expect(place.starts).toHaveLength(3);
    await engine.close();
  });

  it("HT-11 calls of one engine share one server, also at the same time, and it ends with the engine", async () => {
    const place = new ToolPlace();
    const { fire, engine } = place.engine();
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fire("PreToolUse", { tool_name: "Bash", tool_input: { command: `c${i}` } })),
    );
    expect(decisions.map(({ reason }) => reason)).toEqual(Array.from({ length: 20 }, (_, i) => `c${i}`));
    expect(place.starts).toHaveLength(1);
    await engine.close();
    await eventually("the server has ended", () => groupMembers(place.starts[0]!).length === 0);
  });

  it("HT-11 a server that is not defined, or not as it must be, is named", async () => {
    const place = new ToolPlace();
    expect(await place.fire({ server: "other" })).toMatchObject(
      failing(/no MCP server "other" in .*mcp\.json/, "mcp-unknown"),
    );
    expect(await place.fire({ server: "toString" })).toMatchObject(failing(/no MCP server/, "mcp-unknown"));
    for (const [entry, message] of [
      [{ url: "https://a.test/mcp" }, /only servers that run as a program/],
      [{ command: 4 }, /needs a `command`/],
      [{ command: "node", args: "x" }, /`args` must be a list/],
      [{ command: "node", env: { A: 1 } }, /`env` must contain strings/],
      [7, /must be an object/],
    ] as const) {
      place.writeServers({ policy: entry });
      expect(await place.fire()).toMatchObject(failing(message, "mcp-unknown"));
    }
    place.writeServers({ policy: { command: "no-such-program-here" } });
    expect(await place.fire()).toMatchObject(failing(/could not be started \(ENOENT\)/));
  });

  it("HT-11 its environment is the allowlist, what the server's entry names, and nothing of a session", async () => {
    const place = new ToolPlace("usual", {
      env: { A: "${HOME}/a", B: "${NONE:-usual}${SECRET_TOKEN}" },
      passEnv: ["EXTRA"],
    });
    Object.assign(place.env, { EXTRA: "e", SECRET_TOKEN: "s", OTHER: "o", PWD: "/x", SNAPHOOK_SESSION_ID: "s1" });
    const { reason } = await place.fire({ tool: "environment" });
    const seen = JSON.parse(reason!) as Record<string, string>;
    expect(seen).toMatchObject({ A: `${place.home}/a`, B: "usuals", EXTRA: "e", cwd: place.home });
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(["OTHER"]));
    expect(seen["SNAPHOOK_SESSION_ID"]).toBeUndefined();
  });

  it("HT-11 a hook of a project gets a server of the user's only if that allows it [own servers]", async () => {
    const place = new ToolPlace();
    const source = { level: "project", key: "project" } as const;
    expect(await place.fire({}, {}, source)).toMatchObject(failing(/not for hooks of projects/, "mcp-unknown"));
    expect(place.starts).toEqual([]);
    place.writeServers({ policy: { command: process.execPath, args: [SERVER, place.log], projects: true } });
    expect(await place.fire({}, {}, source)).toMatchObject({ verdict: "deny", reason: "ls" });
  });

  it("HT-11 a changed server config starts the new server with the next call", async () => {
    const place = new ToolPlace();
    const { fire } = place.engine();
    await fire();
    place.writeServers({ policy: { command: process.execPath, args: [SERVER, place.log, "noisy"] } });
    expect(await fire()).toMatchObject({ reason: "ls" });
    expect(place.starts).toHaveLength(2);
    place.writeServers({});
    expect(await fire()).toMatchObject(failing(/no MCP server/, "mcp-unknown"));
  });
});

describe("the input of a tool", () => {
  const payload = {
    cwd: "/p",
    tool_input: { text: "a $b ${cwd}", count: 3, on: false, list: [1, { x: 2 }], none: null, "a-b": "d" },
  };

  it.each([
    ["${tool_input.count}", 3],
    ["${tool_input.on}", false],
    ["${tool_input.list}", [1, { x: 2 }]],
    ["${tool_input.list.1.x}", 2],
    ["${tool_input.none}", null],
    ["${tool_input.a-b}", "d"],
    ["${tool_input.text}", "a $b ${cwd}"],
    ["n=${tool_input.count} on=${tool_input.on}", "n=3 on=false"],
    ["${tool_input.list}!", '[1,{"x":2}]!'],
    ["[${tool_input.gone}]", "[]"],
    ["${tool_input.constructor.name}${cwd.length}", ""],
    ["$(id) `id` ${cwd:-x} $cwd", "$(id) `id` ${cwd:-x} $cwd"],
    [5, 5],
    [
      ["${cwd}", "${gone}", { deep: "${tool_input.count}" }],
      ["/p", null, { deep: 3 }],
    ],
  ])("HT-11 %j becomes %j: alone it keeps its type, and nothing is evaluated", (template, value) => {
    expect(fillInput({ it: template }, payload)).toEqual({ it: value });
  });

  it("HT-11 a key without a value is left out, and names are not filled", () => {
    const input = { gone: "${tool_input.gone}", "${cwd}": "${hasOwnProperty}", kept: "k" };
    expect(fillInput(input, payload)).toEqual({ kept: "k" });
  });

  it("HT-11 reaches the tool with its types", async () => {
    const place = new ToolPlace();
    const input = { n: "${tool_input.n}", all: "${tool_input}", at: "${cwd}/x" };
    const { fire } = place.engine({ tool: "given", input });
    await fire("PreToolUse", { cwd: place.home, tool_name: "Bash", tool_input: { n: [1], command: "$(touch pwned)" } });
    expect(JSON.parse(place.lines[1]!)).toEqual({
      n: [1],
      all: { n: [1], command: "$(touch pwned)" },
      at: `${place.home}/x`,
    });
    expect(existsSync(`${place.home}/pwned`)).toBe(false);
  });
});
