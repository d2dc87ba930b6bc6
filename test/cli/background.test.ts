import { describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";
import { eventually } from "../support/real-engine.js";

const handedOff = { event: "PreToolUse", background: true };

describe("background hooks of an agent's call", () => {
  it("run although they run once per session, and then not again", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        { ...handedOff, id: "once", once: true, command: `echo ran >> '${place.path("once.txt")}'` },
        { ...handedOff, id: "each", command: `echo ran >> '${place.path("each.txt")}'` },
      ],
    });
    for (const count of [1, 2]) {
      await place.hook("PreToolUse", bash("ls"));
      await eventually("it has run", () => place.read("each.txt") === "ran\n".repeat(count));
    }
    await eventually("it has run once", () => place.read("once.txt") === "ran\n");
  });

  it("on Stop do not reset the count of forced continues", async () => {
    const place = new ProgramPlace();
    const stop = { event: "Stop", runWhenActive: true };
    place.writeUser("hooks.json", {
      hooks: [
        { ...stop, id: "go-on", command: says("block", "go on") },
        { ...stop, id: "note", background: true, command: `echo ran >> '${place.path("notes.txt")}'` },
      ],
    });
    const log = () => place.read(`${place.state}/hooks.log`).split('"presence":"background"').length - 1;
    const answers: object[] = [];
    for (let count = 1; count <= 9; count++) {
      answers.push(await place.hook("Stop", { stop_hook_active: true }));
      await eventually("the background hook is done", () => log() === count);
    }
    expect(answers.at(7)).toMatchObject({ decision: "block" });
    expect(answers.at(8)).toEqual({});
  });

  it("know how deep agents and hooks have called each other, like any other hook", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [{ ...handedOff, id: "depth", command: `echo "depth $SNAPHOOK_DEPTH" > '${place.path("depth.txt")}'` }],
    });
    await place.hook("PreToolUse", bash("ls"), { env: { SNAPHOOK_DEPTH: "2" } });
    await eventually("it has run", () => place.read("depth.txt") === "depth 3\n");
  });

  it("of a dialect that a flag asked for run too", async () => {
    const place = new ProgramPlace();
    const command = `echo ran > '${place.path("claude.txt")}'`;
    place.write(".claude/settings.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command, async: true }] }] },
    });
    await place.trust(".", ["--dialect", "claude"]);
    await place.fire("PreToolUse", bash("ls"), ["--dialect", "claude"]);
    await eventually("it has run", () => place.read("claude.txt") === "ran\n");
  });

  it("of the project that the agent was started in run too, wherever it has changed to since", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", {
      hooks: [{ ...handedOff, id: "far", command: `echo ran > '${place.path("far.txt")}'` }],
    });
    await place.trust();
    await place.hook("PreToolUse", bash("ls"), { cwd: place.home, env: { CLAUDE_PROJECT_DIR: place.project } });
    await eventually("it has run", () => place.read("far.txt") === "ran\n");
  });
});
