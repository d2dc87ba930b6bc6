import { describe, expect, it } from "vitest";
import { bash, expectNoStack, ProgramPlace, says } from "../support/program.js";

const GUARD = { hooks: { PreToolUse: [{ id: "g", guard: true, onFailure: "ask", command: says("deny", "never") }] } };

function placeWithGuard(): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", GUARD);
  return place;
}

describe("bad payloads", () => {
  it.each([
    ["nothing", "", /^stdin: error PAYLOAD_EMPTY: the payload is empty\n {4}Pass the event/],
    ["white space", " \n", /^stdin: error PAYLOAD_EMPTY/],
    [
      "half an object",
      `{"tool_name":`,
      /^stdin: error PAYLOAD_SYNTAX: .*not valid JSON.*\n {4}The payload must be one JSON object/,
    ],
    ["a list", "[1]", /^stdin: error PAYLOAD_NOT_OBJECT: the payload is a list, not an object/],
    ["null", "null", /^stdin: error PAYLOAD_NOT_OBJECT: the payload is null/],
    ["text", `"x"`, /^stdin: error PAYLOAD_NOT_OBJECT: the payload is a string/],
  ])("refuses %s on stdin with exit code 2", async (_name, input, message) => {
    const place = placeWithGuard();
    for (const command of ["fire", "explain"]) {
      const ran = await place.run([command, "PreToolUse", "--payload", "-"], { input });
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toMatch(message);
      expectNoStack(ran);
    }
    const tested = await place.json<{ error: object }>(["test", "g", "--payload", "-"], { input });
    expect(tested.error).toMatchObject({ severity: "error", file: "stdin", fix: expect.any(String) });
  });

  it.each([
    [["fire", "PreToolUse"], /error PAYLOAD_EMPTY: no payload was given/],
    [
      ["fire", "PreToolUse", "--payload", "missing.json"],
      /^missing\.json: error PAYLOAD_UNREADABLE: the file cannot be read \(ENOENT\)\n {4}Check the path/,
    ],
    [["fire", "PreToolUse", "--payload", "."], /^\.: error PAYLOAD_UNREADABLE: the file cannot be read \(EISDIR\)/],
    [
      ["fire", "PreTolUse", "--payload", "-"],
      /EVENT_UNKNOWN: Unknown event "PreTolUse"\. Did you mean "PreToolUse".*\?\n {4}Use a name from `snaphook events`/,
    ],
    [
      ["fire", "PreToolUse", "--payload", "-", "--presence", "maybe"],
      /USAGE: --presence must be interactive, headless or unknown, not "maybe"/,
    ],
    [["fire", "--payload", "-"], /USAGE: give an event/],
  ])("refuses %j with exit code 2", async (args, message) => {
    const ran = await placeWithGuard().run(args, { input: "{}" });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(message);
    expectNoStack(ran);
  });

  it("refuses 50 MB, on stdin and in a file", async () => {
    const place = placeWithGuard();
    const huge = JSON.stringify({ ...bash("ls"), padding: "x".repeat(50_000_000) });
    const piped = await place.run(["fire", "PreToolUse", "--payload", "-"], { input: huge });
    expect(piped).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^stdin: error PAYLOAD_TOO_LARGE.*\n {4}Payloads are limited to 10 MB/),
    });
    place.write("huge.json", huge);
    const read = await place.run(["fire", "PreToolUse", "--payload", "huge.json"]);
    expect(read).toMatchObject({ code: 2, stderr: expect.stringMatching(/^huge\.json: error PAYLOAD_TOO_LARGE/) });
    const hooked = await place.run(["hook", "claude-code", "PreToolUse"], { input: huge });
    // Its permission mode cannot be read either, and in some modes a question would be ignored.
    expect(JSON.parse(hooked.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });

  it.each(["", "{", "[]", "null", "not json"])(
    "lets guards answer their contract, the built-in one first, when an agent sends %j",
    async (input) => {
      const place = placeWithGuard();
      const ran = await place.run(["hook", "claude-code", "PreToolUse"], { input });
      expect(ran.code).toBe(0);
      expect(JSON.parse(ran.stdout)).toMatchObject({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: expect.stringContaining('Guard "self-protection" could not decide'),
        },
      });
      expectNoStack(ran);
    },
  );

  it("takes a byte order mark, lone surrogates and names every object has", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "h", command: "cat > got.json" }] } });
    const input = `\ufeff{"tool_name":"Bash","tool_input":{"command":"\\ud800 x","__proto__":{"a":1}},"constructor":1}`;
    const ran = await place.run(["fire", "PreToolUse", "--payload", "-", "--json"], { input });
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      decision: "none",
      hooks: [
        { id: "h", outcome: "none" },
        { id: "self-protection", outcome: "none" },
      ],
    });
    expect(JSON.parse(place.read("got.json")).tool_input.command).toBe("\ud800 x");
  });

  it("reads a payload of a file, relative to the folder it is called in", async () => {
    const place = placeWithGuard();
    place.write("call.json", bash("ls"));
    expect(await place.json(["fire", "PreToolUse", "--payload", "call.json"])).toMatchObject({ decision: "deny" });
  });
});
