/** The plugin file as `snaphook install` puts it down, in a process that plays Kilo's part as its documents tell it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProgramPlace, says } from "../../../test/support/program.js";
import type { JsonObject } from "../../core/text/json.js";

type Hooks = Record<string, (input: JsonObject, output?: JsonObject) => Promise<void>>;

const CALL = { tool: "bash", sessionID: "s1", callID: "c1" };

beforeEach(() => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("snaphook.opencode")];
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function installed(hooks: object[], agents: readonly string[] = ["kilo"]): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks });
  const { code, stdout, stderr } = await place.run(["install", ...agents]);
  expect(code, stdout + stderr).toBe(0);
  for (const [name, value] of Object.entries(place.env)) vi.stubEnv(name, value);
  return place;
}

const hostOf = (place: ProgramPlace) => ({ client: {}, directory: place.project, worktree: "/" });
const moduleOf = async (place: ProgramPlace, agent: string): Promise<JsonObject> =>
  import(/* @vite-ignore */ pathToFileURL(join(place.root, "config", agent, "plugins/snaphook.js")).href);

/** Kilo takes the default export for the plugin when it has an id and a function `server`. */
async function load(place: ProgramPlace): Promise<Hooks> {
  const module = await moduleOf(place, "kilo");
  expect(Object.entries(module)).toEqual([["default", { id: "snaphook", server: expect.any(Function) }]]);
  return (module["default"] as { server(host: object): Promise<Hooks> }).server(hostOf(place));
}

describe("the plugin in Kilo", () => {
  it("OU-20 throws the reason of a hook that denies, and leaves the call alone without one", async () => {
    const denies = says("deny", "the harbour is closed");
    const place = await installed([{ event: "PreToolUse", matcher: "Bash(rm *)", command: denies }]);
    const { "tool.execute.before": before } = await load(place);
    await expect(before!(CALL, { args: { command: "rm -r x" } })).rejects.toThrow("the harbour is closed");
    const call = { ...CALL, tool: "interactive_terminal" };
    await expect(before!(call, { args: { command: "rm -r x" } })).rejects.toThrow("the harbour is closed");
    const output = { args: { command: "ls" } };
    await before!(CALL, output);
    expect(output).toEqual({ args: { command: "ls" } });
  });

  it("AD-17 calls the launcher with its own name, and is heard after a tool", async () => {
    const command = `cat > seen.json; echo '{"context":"the tide turns"}'`;
    const place = await installed([{ event: "PostToolUse", command }]);
    const { "tool.execute.after": after } = await load(place);
    const output = { title: "ls", metadata: {}, output: "ran" };
    await after!({ ...CALL, args: { command: "ls" } }, output);
    expect(JSON.parse(place.read("seen.json"))).toMatchObject({ hook_origin: "kilo", tool_name: "Bash" });
    expect(output.output).toBe("ran\n\nthe tide turns");
  });

  it("answers once when the plugin in OpenCode's folder is loaded too", async () => {
    const place = await installed([{ event: "FileChanged", command: "echo ran >> ran" }], ["kilo", "opencode"]);
    const opencode = await moduleOf(place, "opencode");
    const other = await (opencode["Snaphook"] as (host: object) => Promise<Hooks>)(hostOf(place));
    const event = { type: "file.edited", properties: { file: "a" } };
    for (const hooks of [await load(place), other]) await hooks["event"]!({ event });
    expect(place.read("ran")).toBe("ran\n");
  });

  it("blocks a tool call when Snaphook cannot be reached, and says how to mend it", async () => {
    const place = await installed([]);
    place.write(join(place.data, "launch"), "#!/bin/sh\nexit 3\n");
    const { "tool.execute.before": before } = await load(place);
    await expect(before!(CALL, { args: {} })).rejects.toThrow("snaphook install");
  });
});
