import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { ProgramPlace } from "../support/program.js";

const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 40);

describe("snaphook record", () => {
  it("saves each payload of an agent that is not known, redacted, and answers nothing", async () => {
    const place = new ProgramPlace();
    const payload = {
      session: "s1",
      folder: join(place.home, "work"),
      tool: "shell",
      arguments: { cmd: `curl -H "Authorization: Bearer ${TOKEN}" x` },
    };
    for (let n = 0; n < 2; n++)
      expect(await place.run(["record", "harbour", "beforeTool"], { input: payload })).toEqual({
        code: 0,
        stdout: "",
        stderr: "",
      });
    const folder = join(place.state, "recorded/harbour");
    expect(readdirSync(folder).sort()).toEqual(["_calls.jsonl", "beforeTool.2.payload", "beforeTool.payload"]);
    const saved = JSON.parse(place.read(join(folder, "beforeTool.payload"))) as typeof payload;
    expect(saved).toMatchObject({ session: "s1", folder: "/home/user/work", tool: "shell" });
    expect(saved.arguments.cmd).toMatch(/^curl -H "Authorization: Bearer /);
    const all = readdirSync(folder)
      .map((name) => place.read(join(folder, name)))
      .join("");
    expect(all).not.toContain(TOKEN);
    expect(all).not.toContain(place.home);
    const [first = ""] = place.read(join(folder, "_calls.jsonl")).split("\n");
    expect(JSON.parse(first)).toMatchObject({
      file: "beforeTool.payload",
      args: ["beforeTool"],
      variables: expect.arrayContaining(["HOME"]),
    });
  });

  it("finds the event in the payload, and a payload in the last argument", async () => {
    const place = new ProgramPlace();
    const named = await place.json(["record", "x", "--to", "here"], { input: { hook_event_name: "../Pre Tool" } });
    expect(named).toEqual({ agent: "x", event: "..-Pre-Tool", file: place.path("here/..-Pre-Tool.payload") });
    const appended = await place.json([
      "record",
      "x",
      "--to",
      "here",
      '{"type":"turn-complete","password":"hunter22"}',
    ]);
    expect(appended).toMatchObject({ event: "turn-complete" });
    expect(place.read("here/turn-complete.payload")).not.toContain("hunter22");
    expect(place.read("here/_calls.jsonl")).not.toContain("hunter22");
  });

  it.each([
    [["record"], "{}", /give the agent's name/],
    [["record", "../x"], "{}", /give the agent's name/],
    [["record", ".."], "{}", /give the agent's name/],
    [["record", "x"], "no json", /PAYLOAD_NOT_OBJECT/],
  ])("%j with %j is refused", async (args, input, said) => {
    const place = new ProgramPlace();
    expect(await place.run(args, { input })).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
    expect(place.has(join(place.state, "recorded"))).toBe(false);
  });

  it("tells a person how to use it", async () => {
    const { stdout } = await onTerminal(new ProgramPlace(), ["record", "harbour"], { text: "use the agent", type: "" });
    expect(stdout).toContain("snaphook record harbour EVENT");
  });
});
