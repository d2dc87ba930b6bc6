import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { claudeGroups } from "../../src/adapters/_shared/claude-groups.js";
import type { WiredCall } from "../../src/adapters/contract.js";
import { isLauncherCommand } from "../../src/core/hooks/own-command.js";
import type { Edited } from "../../src/runtime/wiring/formats/editor.js";
import { jsonEntries } from "../../src/runtime/wiring/formats/json-entries.js";

const groups = jsonEntries(claudeGroups);
const wanted: WiredCall[] = ["PreToolUse", "Stop"].map((event) => ({
  event,
  command: `/data/snaphook/launch claude-code ${event}`,
  seconds: 600,
  gates: false,
}));
const textOf = (edited: Edited) => {
  if ("problem" in edited) throw new Error(edited.problem);
  return edited.text ?? "";
};
const install = (text: string, calls = wanted, editor = groups) => textOf(editor.put(text, calls));
const uninstall = (text: string, editor = groups) => textOf(editor.take(text));

const MINE = `{
\t// comments stay
\t"model": "x",
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo hi" }] }, // this one too
\t\t],
\t},
}
`;

describe("our entries in an agent's config", () => {
  it("CF-21 leaves every line of the person's own file as it is", () => {
    const text = install(MINE);
    for (const line of MINE.split("\n").filter((one) => one.trim() !== "" && !/^\s*[\]}],?$/.test(one)))
      expect(text).toContain(line);
    expect(parse(text).hooks.PreToolUse).toHaveLength(2);
    expect(parse(text).hooks.Stop[0].hooks[0].command).toBe(wanted[1]!.command);
  });

  it("twice is once, and entries that are no longer wanted go", () => {
    const once = install(MINE);
    expect(install(once)).toBe(once);
    const fewer = install(once, wanted.slice(0, 1));
    expect(groups.count(fewer)).toBe(1);
    expect(parse(fewer).hooks.Stop).toBeUndefined();
  });

  it("CF-22 takes only our entry out of a group that somebody else put theirs into", () => {
    const shared = JSON.stringify({
      hooks: {
        Stop: [
          {
            hooks: [
              { type: "command", command: wanted[1]!.command, timeout: 600 },
              { type: "command", command: "theirs" },
            ],
          },
        ],
      },
    });
    expect(JSON.parse(uninstall(shared))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "theirs" }] }] },
    });
  });

  it("prunes what only we needed", () => {
    expect(JSON.parse(uninstall(install("")))).toEqual({});
    expect(parse(uninstall(install('{"model": "x"}')))).toEqual({ model: "x" });
  });

  it.each([
    ["{", "not valid JSON"],
    ["[]", "an object"],
    ['{"hooks": []}', "not an object"],
  ])("CF-22 leaves %s alone and says why", (text, why) => {
    expect(groups.put(text, wanted)).toEqual({ problem: expect.stringContaining(why) });
    expect(groups.take(text)).toEqual({ problem: expect.stringContaining(why) });
  });

  it("whatever the file holds, putting in and taking out leaves the same values", () => {
    const entry = fc.record({ type: fc.constant("command"), command: fc.string() });
    const file = fc.record({
      model: fc.string(),
      hooks: fc.dictionary(
        fc.constantFrom("PreToolUse", "Stop", "SessionStart"),
        fc.array(fc.record({ hooks: fc.array(entry, { minLength: 1 }) }), { minLength: 1 }),
        { minKeys: 1 },
      ),
    });
    fc.assert(
      fc.property(file, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const installed = install(text);
        expect(groups.count(installed)).toBe(2);
        expect(parse(uninstall(installed))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("CF-23 a flat list with a version is written, kept and taken out in the same way", () => {
    const flat = jsonEntries({
      kind: "list",
      version: 1,
      entry: ({ command, seconds }) => ({ bash: command, timeoutSec: seconds }),
    });
    const fresh = install("", wanted, flat);
    expect(JSON.parse(fresh)).toEqual({
      version: 1,
      hooks: Object.fromEntries(wanted.map(({ event, command }) => [event, [{ bash: command, timeoutSec: 600 }]])),
    });
    expect(install(fresh, wanted, flat)).toBe(fresh);
    const mine = '{\n  "version": 1, // kept\n  "hooks": { "Stop": [{ "bash": "echo mine" }] }\n}\n';
    const wired = install(mine, wanted, flat);
    expect(parse(wired).hooks.Stop).toHaveLength(2);
    expect(flat.count(wired)).toBe(2);
    expect(parse(uninstall(wired, flat))).toEqual(parse(mine));
    expect(uninstall(wired, flat)).toContain("// kept");
  });

  it("an entry is ours by its whole command, never by a piece of it", () => {
    expect(isLauncherCommand("/data/snaphook/launch codex Stop")).toBe(true);
    expect(isLauncherCommand("'/my data/snaphook/launch' codex Stop")).toBe(true);
    for (const command of [
      "echo /data/snaphook/launch codex Stop",
      "/data/snaphook/launch codex Stop && mine",
      "/other/launch codex Stop",
      "snaphook",
      7,
    ])
      expect(isLauncherCommand(command)).toBe(false);
  });
});
