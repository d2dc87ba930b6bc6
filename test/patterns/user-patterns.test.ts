/** Patterns that people and plugins write, on texts of 10^5 characters. */
import { describe, expect, it, onTestFinished } from "vitest";
import { compileText } from "../../src/core/match/compile.js";
import { parseRegex } from "../../src/core/match/parse.js";
import type { TextPattern } from "../../src/core/match/spec.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { cpuTimeOf } from "../support/cpu-time.js";
import { admitted } from "../support/hook-specs.js";
import { patientRegex } from "../support/patient-regex.js";
import { realEngine } from "../support/real-engine.js";

const LONG = "a".repeat(100_000);
/** Far above what they need, also on a busy machine; a pattern that backtracks works for minutes or longer. */
const BLOCKED_MS = 10_000;

/** Each with a text that has what the pattern looks for at its beginning, and nearly fits everywhere. */
const LINEAR: readonly (readonly [string, string])[] = [
  ["(a+)+$", `${LONG}!`],
  ["(a|aa)+$", `${LONG}!`],
  ["(a|a?)+b$", `b${LONG}`],
  ["(.*)*b$", `b${LONG}!`],
  ["([a-z]+)*[0-9]{20}$", `0${LONG}`],
  ["^(?:.*,){12}P$", `P${"1,".repeat(50_000)}`],
  ["(?:.*a){20}b$", `b${LONG}`],
  ["\\w*\\s*\\w*\\s*\\w*;$", `;${LONG}`],
  ["(?:a?){200}b$", `b${LONG}`],
  [".{200}x$", `x${LONG}`],
  ["^(\\w+\\s?)*$", `${"ab ".repeat(33_000)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", LONG],
];

/** How long it keeps this thread to itself. The answer is no in every case. */
const blockedFor = (test: () => unknown) => cpuTimeOf(() => expect(test()).toBe(false));

/** How often the loop went round while this was waited for. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await work();
  clearInterval(timer);
  return turns;
}

describe("T13 patterns of users", () => {
  const slow = () => {
    const worker = patientRegex();
    onTestFinished(() => worker.close());
    return worker;
  };

  it.each(LINEAR)("%s is decided at once", async (source, text) => {
    expect(parseRegex(source, linearRegex)).toEqual({ kind: "regex", source });
    const test = compileText({ kind: "regex", source }, { regex: linearRegex, slow: slow() });
    expect(await blockedFor(() => test(text))).toBeLessThan(BLOCKED_MS);
  });

  it.each(["**/*a*a*a*a*a*a*b", "*a*a*a*a*a*a*a*b", "{a,aa,aaa}*{a,aa}*b"])(
    "the wildcard %s is too",
    async (source) => {
      for (const kind of ["glob", "wildcard"] as const) {
        const test = compileText({ kind, source }, { regex: linearRegex, slow: slow() });
        expect(await blockedFor(() => test(`b${LONG}`))).toBeLessThan(BLOCKED_MS);
      }
    },
  );

  const HOPELESS = ["^(?=(a+)+$)a+!$", "(?!x)(a|aa)+$", "^(a+)+\\1$", "(?<=a)(?:a+)+b!"];

  it.each(HOPELESS)("%s is ended in its worker, and the loop goes on meanwhile", async (source) => {
    const worker = slow();
    await worker.test("a", "a"); // the thread is there
    const answers: unknown[] = [];
    const turns = await turnsDuring(async () => {
      answers.push(await worker.test(source, `${LONG}!`), await worker.test("^b", "b"));
    });
    expect(answers).toEqual(["timeout", true]);
    expect(turns).toBeGreaterThan(5);
  });

  it.each(HOPELESS)("%s counts as matched for a guard, and not for an observer", async (source) => {
    const pattern: TextPattern = { kind: "slow-regex", source };
    const run = { type: "function", fn: () => undefined } as const;
    const { fire } = realEngine([
      admitted({ id: "policy", guard: true, match: { fields: { command: pattern } }, run }),
      admitted({ id: "watch", match: { fields: { command: pattern } }, run }),
    ]);
    const decision = await fire("PreToolUse", { tool_name: "Bash", tool_input: { command: `${LONG}!` } });
    expect(decision).toMatchObject({ verdict: "deny" });
    expect(decision.hooks).toContainEqual(
      expect.objectContaining({ id: "policy", outcome: "failed", cause: "slow-pattern" }),
    );
    expect(decision.hooks.filter(({ id, outcome }) => id === "watch" && outcome !== "skipped")).toEqual([]);
  });
});
