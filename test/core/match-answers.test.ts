/** A pattern says yes, no, or cannot be decided; at once or later. What several of them say together. */
import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import { compileMatch, type MatchAnswer } from "../../src/core/match/compile.js";
import type { MatchSpec, TextPattern } from "../../src/core/match/spec.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";

const asked: string[] = [];
const slow = {
  test: async (source: string) => {
    asked.push(source);
    return source === "slow" ? ("timeout" as const) : source === "yes";
  },
  close() {},
};

const PATTERNS: readonly (readonly [answer: MatchAnswer, pattern: TextPattern])[] = [
  [true, { kind: "literals", exact: ["Bash"] }],
  [false, { kind: "literals", exact: ["Edit"] }],
  ["broken", { kind: "glob", source: "[z-a]" }],
  [true, { kind: "slow-regex", source: "yes" }],
  [false, { kind: "slow-regex", source: "no" }],
  ["broken", { kind: "slow-regex", source: "slow" }],
];
const TRIPLES = PATTERNS.flatMap((one) => PATTERNS.flatMap((two) => PATTERNS.map((three) => [one, two, three])));

const call: HookEvent = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse", tool_name: "Bash" } };
const details = (spec: MatchSpec, event = call) => compileMatch(spec, { regex: linearRegex, slow }).details?.(event);

describe("several patterns", () => {
  it("that must all match: one no is a no, then one that cannot be decided leaves it open", async () => {
    for (const triple of TRIPLES) {
      const answers = triple.map(([answer]) => answer);
      const expected = answers.includes(false) ? false : answers.includes("broken") ? "broken" : true;
      const spec = { allOf: triple.map(([, subject]) => ({ subject })) };
      expect([spec, await details(spec)]).toEqual([spec, expected]);
    }
  });

  it("of which one must match: one yes is a yes, then one that cannot be decided leaves it open", async () => {
    for (const triple of TRIPLES) {
      const answers = triple.map(([answer]) => answer);
      const expected = answers.includes(true) ? true : answers.includes("broken") ? "broken" : false;
      const spec = { anyOf: triple.map(([, subject]) => ({ subject })) };
      expect([spec, await details(spec)]).toEqual([spec, expected]);
    }
  });

  it("are answered at once when each is, and none is asked after the one that decides", async () => {
    const [yes, no, , later] = PATTERNS.map(([, subject]) => ({ subject }));
    expect(details({ allOf: [yes!, yes!] })).toBe(true);
    expect(details({ anyOf: [no!, no!] })).toBe(false);
    asked.length = 0;
    expect(details({ allOf: [no!, later!] })).toBe(false);
    expect(details({ anyOf: [yes!, later!] })).toBe(true);
    expect(asked).toEqual([]);
    expect(await details({ allOf: [later!, yes!, later!] })).toBe(true);
    expect(asked).toEqual(["yes", "yes"]);
    asked.length = 0;
    expect(await details({ anyOf: [later!, later!] })).toBe(true);
    expect(asked).toEqual(["yes"]);
  });
});

describe("a call whose input cannot be read", () => {
  const unreadable = (tool_input: object): HookEvent => ({
    name: "PreToolUse",
    payload: { ...call.payload, tool_input, unreadable_input: true } as HookEvent["payload"],
  });
  const git: TextPattern = { kind: "literals", prefix: ["git"] };

  it.each([
    ["its content", { content: git }, { command: "git push" }],
    ["a path", { path: { kind: "literals", exact: ["git"] } }, { file_path: "git" }],
    ["a field that may be a list", { fields: { command: git } }, { command: "git push" }],
  ] as const)("is matched by %s where that fits, and else nobody can say", (_, spec, input) => {
    expect(details(spec, unreadable(input))).toBe(true);
    expect(details(spec, unreadable({}))).toBe("broken");
    expect(details(spec, { name: call.name, payload: { ...call.payload, tool_input: {} } })).toBe(false);
  });

  it("is not matched by a field that is always one", () => {
    expect(details({ fields: { timeout: git } }, unreadable({}))).toBe(false);
    expect(details({ fields: { timeout: git } }, { ...call, payload: { ...call.payload, tool_input: "x" } })).toBe(
      false,
    );
  });

  it("is not decided where it cannot even be written down", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(details({ params: git }, unreadable(cyclic))).toBe("broken");
  });
});
