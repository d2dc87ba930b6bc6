import { describe, expect, it } from "vitest";
import {
  FAILURE_HINTS,
  type FailureCause,
  failsClosed,
  failureMode,
  outputOfFailure,
} from "../../src/core/decision/failure.js";
import type { Presence } from "../../src/core/events/payload.js";
import type { FailureMode } from "../../src/core/hooks/hook.js";

interface Row {
  readonly guard: boolean;
  readonly onFailure?: FailureMode;
  readonly onTimeout?: FailureMode;
  readonly cause: FailureCause;
  readonly presence: Presence;
  readonly answers: FailureMode;
}

const TABLE: readonly Row[] = [
  // Observers fail open, whoever is there.
  { guard: false, cause: "exit", presence: "interactive", answers: "allow" },
  { guard: false, cause: "exit", presence: "headless", answers: "allow" },
  { guard: false, cause: "timeout", presence: "headless", answers: "allow" },
  // Guards ask a person, and deny where nobody is known to be.
  { guard: true, cause: "exit", presence: "interactive", answers: "ask" },
  { guard: true, cause: "exit", presence: "headless", answers: "deny" },
  { guard: true, cause: "exit", presence: "unknown", answers: "deny" },
  { guard: true, cause: "timeout", presence: "interactive", answers: "ask" },
  { guard: true, cause: "not-found", presence: "headless", answers: "deny" },
  // What a hook declares wins over both.
  { guard: false, onFailure: "deny", cause: "not-found", presence: "interactive", answers: "deny" },
  { guard: false, onFailure: "ask", cause: "threw", presence: "headless", answers: "ask" },
  { guard: true, onFailure: "allow", cause: "exit", presence: "headless", answers: "allow" },
  // Timeouts have a word of their own, and without one follow onFailure.
  { guard: false, onTimeout: "deny", cause: "timeout", presence: "headless", answers: "deny" },
  { guard: false, onTimeout: "deny", cause: "deadline", presence: "headless", answers: "deny" },
  { guard: false, onTimeout: "deny", cause: "exit", presence: "headless", answers: "allow" },
  {
    guard: true,
    onFailure: "deny",
    onTimeout: "allow",
    cause: "timeout",
    presence: "headless",
    answers: "allow",
  },
  {
    guard: true,
    onFailure: "deny",
    onTimeout: "allow",
    cause: "exit",
    presence: "headless",
    answers: "deny",
  },
  { guard: false, onFailure: "deny", cause: "timeout", presence: "headless", answers: "deny" },
];

describe("the failure contract", () => {
  it.each(TABLE)(
    "EX-10 EX-15 guard $guard, onFailure $onFailure, onTimeout $onTimeout, $cause, $presence: $answers",
    ({ cause, presence, answers, ...hook }) => {
      expect(failureMode(hook, { cause, message: "it failed" }, presence)).toBe(answers);
    },
  );

  it("failing open is no opinion, never an allow", () => {
    expect(outputOfFailure({ id: "x", guard: false }, { cause: "exit", message: "it failed" }, "allow")).toEqual({});
  });

  it("EX-15 a closed failure says who failed, how, and what to do", () => {
    const output = outputOfFailure(
      { id: "no-rm", guard: true },
      { cause: "not-found", message: "no-rm.sh is missing" },
      "deny",
    );
    expect(output.verdict).toBe("deny");
    expect(output.reason).toContain('Guard "no-rm"');
    expect(output.reason).toContain("no-rm.sh is missing");
    expect(output.reason).toContain(FAILURE_HINTS["not-found"]);
  });

  it("EX-10 a dialect may have its own words for a timeout that blocks", () => {
    const hook = { id: "x", guard: false, timeoutReason: "Hook timed out after 1s: x" };
    expect(outputOfFailure(hook, { cause: "timeout", message: "late" }, "deny").reason).toBe(
      "Hook timed out after 1s: x",
    );
    expect(outputOfFailure(hook, { cause: "exit", message: "it failed" }, "deny").reason).toMatch(
      /^Hook "x" could not decide: it failed\. /,
    );
  });

  it("every cause has words of its own", () => {
    const hints = Object.values(FAILURE_HINTS);
    expect(new Set(hints).size).toBe(hints.length);
  });
});

it("a guard must not fail unnoticed, nor any hook whose contract is stricter than to let pass", () => {
  expect(failsClosed({ guard: true, onFailure: "allow" })).toBe(true);
  expect(failsClosed({ guard: false })).toBe(false);
  expect(failsClosed({ guard: false, onFailure: "allow" })).toBe(false);
  expect(failsClosed({ guard: false, onFailure: "ask" })).toBe(true);
  expect(failsClosed({ guard: false, onFailure: "deny" })).toBe(true);
});
