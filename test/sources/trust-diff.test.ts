import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lineDiff } from "../../src/core/text/line-diff.js";
import { sha256 } from "../../src/disk/digest.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace, says } from "../support/program.js";

const FILE = ".snaphook/hooks.json";
const hook = (more: object = {}) => ({ id: "check", event: "PreToolUse", command: "sh ./check.sh", ...more });

describe("what has changed since the approval", () => {
  it("is told line by line: the hook and the files it names", async () => {
    const place = new ProgramPlace();
    place.write("check.sh", "one\ntwo\nthree\n");
    place.write(FILE, { hooks: [hook()] });
    await place.trust();
    expect((await place.run(["trust", "--diff"])).stdout).toBe("Nothing has changed since the last approval.\n");
    place.write("check.sh", "one\n2\nthree\n");
    place.write(FILE, { hooks: [hook({ timeoutMs: 5 }), { id: "new", event: "Stop", command: "true" }] });
    const { stdout } = await place.run(["trust", "--diff"]);
    expect(stdout).toContain(
      `changed: ${place.path("check.sh")}\n        one\n      - two\n      + 2\n        three\n`,
    );
    expect(stdout).toMatch(/changed: check\n[\s\S]*- {3}"timeoutMs": 30000,?\n[\s\S]*\+ {3}"timeoutMs": 5/);
    expect(stdout).toContain("added: new");
    const changes = await place.json<{ path: string; changes: { what: string; how: string }[] }[]>(["trust", "--diff"]);
    expect(changes[0]!.changes.map(({ what, how }) => [what, how])).toEqual(
      expect.arrayContaining([
        ["check", "changed"],
        ["new", "added"],
        [place.path("check.sh"), "changed"],
      ]),
    );
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["modified", "modified"]);
    expect((await place.run(["trust"])).stdout).toContain("Since the last approval:");
  });

  it("is told of a file that is gone", async () => {
    const place = new ProgramPlace();
    place.write(FILE, { hooks: [hook({ guard: true, command: says("deny", "x") })] });
    await place.trust();
    rmSync(place.path(FILE));
    expect((await place.run(["trust", "--diff"])).stdout).toMatch(/removed: check\n/);
  });

  it("a decision of the first format asks again, and is kept once a person has signed it", async () => {
    const place = new ProgramPlace();
    place.write(FILE, { hooks: [hook({ command: says("deny", "x") })] });
    await place.trust();
    const old = { format: 1, path: place.path(FILE), decision: "allow", digest: "x", files: [], at: "2026-01-01" };
    place.write(`${place.data}/trust/${sha256(place.path(FILE))}.json`, old);
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["modified"]);
    place.write(`${place.data}/trust/${sha256(place.path(FILE))}.json`, { ...old, decision: "deny" });
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["modified"]);
    expect((await place.fire("PreToolUse", bash("ls"))).decision).toBe("none");
    expect(await onTerminal(place, ["sign"])).toMatchObject({ code: 0 });
    expect((await place.list()).map(({ trust }) => trust)).toEqual(["denied"]);
  });

  it("SE-01 of a file that is approved for prompts only, everything else is dropped with a warning each", async () => {
    const place = new ProgramPlace();
    const others = ["command", "http", "agent"].map((type) => ({
      id: type,
      event: "PreToolUse",
      type,
      command: "touch canary",
      url: "http://127.0.0.1:1/",
      agent: "a",
    }));
    place.write(FILE, { hooks: [{ id: "judge", event: "PreToolUse", type: "prompt", prompt: "ok?" }, ...others] });
    await place.trust(".", ["--prompt-only"]);
    const { stderr } = await place.run(["list", "--json"]);
    expect(await place.list()).toMatchObject([{ id: "judge", level: "prompt-only", active: true }]);
    expect(stderr.match(/warning PROMPT_ONLY/g)).toHaveLength(3);
    await place.hook("PreToolUse", bash("ls"));
    expect(place.has("canary")).toBe(false);
  });
});

describe("a line diff", () => {
  it.each([
    ["", "", []],
    ["a\nb", "a\nb", []],
    ["a\nb\nc", "a\nx\nc", ["  a", "- b", "+ x", "  c"]],
    ["1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n6\n7", ["  5", "  6", "+ 7"]],
    ["a\na\na", "a\na", ["  a", "  a", "- a"]],
  ])("of %j and %j", (before, after, expected) => {
    expect(lineDiff(before, after)!.map(({ sign, text }) => `${sign} ${text}`)).toEqual(expected);
  });

  it("gives up on what nobody would read", () => {
    const many = (word: string) => Array.from({ length: 1500 }, (_, i) => `${word}${i}`).join("\n");
    expect(lineDiff(many("a"), many("b"))).toBeUndefined();
  });
});
