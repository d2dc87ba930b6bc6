import { describe, expect, it } from "vitest";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import arawn from "../../src/sources/dialects/arawn/profile.js";
import arawnOutcome from "../../src/sources/dialects/arawn-outcome/profile.js";
import arawn2 from "../../src/sources/dialects/arawn2/profile.js";
import { ArawnPlace, bash, group } from "../support/arawn-plugins.js";
import { ARAWN, ARAWN2, checkDialect } from "../support/arawn-table.js";
import { fencedTexts } from "../support/fenced-texts.js";

describe("the tables of arawn's dialects", () => {
  it("OU-09 OU-10 CF-32 EV-28 arawn blocks on any non-zero exit before a tool, with stdout first", () => {
    checkDialect(arawn, ARAWN);
  });

  it("OU-09 OU-10 EV-28 arawn2 blocks on exit 2 on three events, with stderr only", () => {
    checkDialect(arawn2, ARAWN2);
  });

  it("OU-26 arawn-outcome is arawn where a hook does not answer in JSON", () => {
    checkDialect(arawnOutcome, ARAWN);
  });

  const wrong: Record<string, [DialectProfile, typeof ARAWN]> = {
    "arawn with arawn2's exit codes": [{ ...arawn, interpret: arawn2.interpret }, ARAWN],
    "arawn that never blocks": [
      { ...arawn, interpret: (answer) => ({ ok: true, output: {}, process: answer }) },
      ARAWN,
    ],
    "arawn that blocks elsewhere": [
      {
        ...arawn,
        interpret: (answer, event, hook) => arawn.interpret(answer, { ...event, name: "PreToolUse" }, hook),
      },
      ARAWN,
    ],
    "arawn with the reason from stderr first": [
      {
        ...arawn,
        interpret: (answer, event, hook) =>
          arawn.interpret({ ...answer, stdout: answer.stderr, stderr: answer.stdout }, event, hook),
      },
      ARAWN,
    ],
    "arawn without its tool table": [{ ...arawn, tools: {} }, ARAWN],
    "arawn with another name for Bash": [{ ...arawn, tools: { run_command: { name: "Bash" } } }, ARAWN],
    "arawn with another field": [{ ...arawn, tools: { shell: { name: "Bash", fields: { cmd: "command" } } } }, ARAWN],
    "arawn with arawn2's payload": [{ ...arawn, encode: arawn2.encode }, ARAWN],
    "arawn that says it blocks more": [{ ...arawn, blocks: arawn2.blocks }, ARAWN],
    "arawn2 with arawn's exit codes": [{ ...arawn2, interpret: arawn.interpret }, ARAWN2],
    "arawn2 with arawn's payload": [{ ...arawn2, encode: arawn.encode }, ARAWN2],
    "arawn2 with arawn's tools": [{ ...arawn2, tools: arawn.tools }, ARAWN2],
  };

  it.each(Object.entries(wrong))("OU-09 the check fails for %s", (_, [profile, table]) => {
    expect(() => checkDialect(profile, table)).toThrow();
  });
});

describe("defaults of arawn's dialects", () => {
  it.each([
    ["arawn", { strategy: "serial", onTimeout: "allow", timeouts: [10_000, 5000] }],
    ["arawn-outcome", { strategy: "serial", onTimeout: "allow", timeouts: [10_000, 5000] }],
    ["arawn2", { strategy: "parallel", onTimeout: "deny", timeouts: [10_000, 5_000_000] }],
  ])("EX-07 EX-02 EX-10 %s: %j", (dialect, { strategy, onTimeout, timeouts }) => {
    const place = new ArawnPlace();
    const hooks = { PreToolUse: [...group("true"), ...group("true", { timeout: 5000 })] };
    const path = dialect === "arawn2" ? place.settings("project", { hooks }) : place.hooks(hooks);
    const loaded = place.load(dialect, path);
    expect(loaded.hooks).toMatchObject(timeouts.map((timeoutMs) => ({ dialect, strategy, onTimeout, timeoutMs })));
    expect(loaded.findings.map(({ code }) => code)).toEqual(dialect === "arawn2" ? ["TIMEOUT_IMPLAUSIBLE"] : []);
  });
});

describe("arawn-outcome", () => {
  const fire = (answer: string, event = "PreToolUse") => {
    const place = new ArawnPlace();
    return place.fire("arawn-outcome", place.hooks({ [event]: group(`printf '%s' '${answer}'`) }), event, bash("ls"));
  };

  it("OU-26 OU-06 reads block as a deny, allow as no opinion and info as words", async () => {
    expect(await fire('{"outcome": "block", "output": "not today"}')).toMatchObject({
      verdict: "deny",
      reason: "not today",
    });
    expect(await fire('{"outcome": "allow"}')).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "none" }],
      messages: [],
    });
    expect(await fire('{"outcome": "info", "output": "mind the gap"}')).toMatchObject({
      verdict: "none",
      messages: [{ value: "mind the gap" }],
    });
    const started = await fire('{"outcome": "info", "output": "welcome"}', "SessionStart");
    expect(fencedTexts(started.context)).toEqual(["welcome"]);
    expect(await fire('{"outcome": "block", "output": "late"}', "PostToolUse")).toMatchObject({
      verdict: "none",
      messages: [{ value: "late" }],
    });
  });

  it.each([
    ['{"outcome": "maybe"}', "wrong-shape"],
    ['{"outcome": "info", "output": 4}', "wrong-shape"],
    ['{"output": "x"}', "wrong-shape"],
    ['{"outcome": ', "bad-json"],
  ])("OU-26 EX-14 the answer %s is a failure and blocks nothing", async (answer, cause) => {
    expect(await fire(answer)).toMatchObject({ verdict: "none", hooks: [{ outcome: "failed", cause }] });
  });
});
