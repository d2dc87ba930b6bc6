import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import type { HookOutput } from "../../src/core/decision/decision.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { BuiltinPlace } from "../support/builtin-place.js";
import { ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const NAME = "governance";
const { checkOptions, doubts } = BUILTINS[NAME]!;

type Rules = readonly JsonObject[];

async function evaluate(
  rules: Rules,
  tool: string,
  input: JsonObject,
  more: JsonObject = {},
  place = new BuiltinPlace(),
) {
  const output = (await place.call(NAME, tool, input, { options: { rules, ...more } })) as HookOutput | undefined;
  return { output, kept: place.emitted.at(-1)?.[1], verdict: output?.verdict };
}

const bash = (command: string) => ["Bash", { command }] as const;

describe("governance", () => {
  it.each([
    ["a tool by its name", { tool: "Bash", action: "deny" }, bash("ls"), "deny"],
    ["another tool", { tool: "Write", action: "deny" }, bash("ls"), undefined],
    ["tools by a wildcard", { tool: "mcp__*__delete_*", action: "ask" }, ["mcp__db__delete_row", {}], "ask"],
    [
      "a pattern in the input",
      { pattern: "--context[ =]prod", action: "deny" },
      bash("kubectl --context=prod get po"),
      "deny",
    ],
    ["no such pattern", { pattern: "prod$", action: "deny" }, bash("ls"), undefined],
    ["a path", { path: "*/migrations/*", action: "deny" }, ["Write", { file_path: "db/migrations/1.sql" }], "deny"],
    ["a path within the project", { path: "docs/*", action: "ask" }, ["Edit", { file_path: "docs/a/b.md" }], "ask"],
    ["a path that a command touches", { path: "*/keep/*", action: "deny" }, bash("rm keep/me.txt"), "deny"],
    ["another path", { path: "docs/*", action: "deny" }, ["Write", { file_path: "src/a.ts" }], undefined],
    ["a call without a path", { path: "*", action: "deny" }, ["WebSearch", { query: "x" }], undefined],
    ["an effect", { effect: "delete", action: "ask" }, bash("rm a.txt"), "ask"],
    ["an effect of that severity", { effect: "delete:destructive", action: "deny" }, bash("rm -rf /"), "deny"],
    ["an effect of another severity", { effect: "delete:destructive", action: "deny" }, bash("rm a.txt"), undefined],
    [
      "all of them",
      { tool: "B*", pattern: "rm", path: "*a.txt", effect: "delete", action: "deny" },
      bash("rm a.txt"),
      "deny",
    ],
    [
      "all but one",
      { tool: "B*", pattern: "rm", path: "*b.txt", effect: "delete", action: "deny" },
      bash("rm a.txt"),
      undefined,
    ],
    ["one that is switched off", { enabled: false, tool: "*", action: "deny" }, bash("ls"), undefined],
    ["one that allows", { tool: "*", action: "allow" }, bash("ls"), undefined],
    ["one that observes", { tool: "*", action: "observe" }, bash("ls"), undefined],
  ] as const)("SE-18 %s", async (_name, rule, [tool, input], verdict) => {
    const found = await evaluate([{ id: "r", ...rule }], tool, input);
    expect(found.verdict).toBe(verdict);
    expect(found.kept).toMatchObject({ tool_name: tool, mode: "enforce" });
  });

  it("SE-18 the first rule that fits is the one that counts", async () => {
    const rules = [
      { id: "off", enabled: false, tool: "*", action: "deny" },
      { id: "docs", tool: "Write", path: "docs/*", action: "allow" },
      { id: "writes", tool: "Write", action: "deny", message: "Only in docs." },
      { id: "rest", action: "warn", description: "seen" },
    ];
    const docs = await evaluate(rules, "Write", { file_path: "docs/a.md" });
    expect(docs).toMatchObject({ verdict: undefined, kept: { rule: "docs", action: "allow" } });
    const other = await evaluate(rules, "Write", { file_path: "src/a.ts" });
    expect(other.output).toEqual({ verdict: "deny", reason: "Only in docs. (rule writes)" });
    const rest = await evaluate(rules, ...bash("ls"));
    expect(rest.output).toEqual({ message: "seen (rule rest)" });
    expect(rest.kept).toMatchObject({ rule: "rest", action: "warn" });
  });

  it("SE-18 a rule with a pattern that is none is left out with a warning, and the others hold", async () => {
    const rules = [
      { id: "broken", pattern: "(", action: "deny" },
      { id: "back", pattern: "(a)\\1", action: "deny" },
      { id: "good", pattern: "l[s]", action: "ask" },
    ];
    expect(checkOptions({ rules })).toBeUndefined();
    expect(doubts!({ rules }, linearRegex)).toEqual([
      expect.stringContaining('"broken" has an invalid pattern'),
      expect.stringContaining('"back"'),
    ]);
    expect(await evaluate(rules, ...bash("ls"))).toMatchObject({ verdict: "ask", kept: { rule: "good" } });
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ builtin: NAME, event: "PreToolUse", options: { rules } }] });
    expect(await place.run(["validate"])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/BUILTIN_RULE_SKIPPED at hooks\[0\]\.options: rule "broken"/),
    });
  });

  it.each([
    [{ rules: {} }, /`rules` must be a list of objects/],
    [{ rules: [{ id: "a" }] }, /rule 1: `action` must be one of allow, deny, warn, observe, ask/],
    [{ rules: [{ action: "deny" }] }, /rule 1: `id` is required/],
    [
      {
        rules: [
          { id: "a", action: "deny" },
          { id: "a", action: "deny" },
        ],
      },
      /rule 2: duplicate id/,
    ],
    [{ rules: [{ id: "a", action: "deny", tools: "x" }] }, /unknown key "tools"/],
    [{ rules: [{ id: "a", action: "deny", tool: 5 }] }, /`tool` must be a string/],
    [{ rules: [{ id: "a", action: "deny", effect: "delete:bad" }] }, /`effect` must be/],
    [{ mode: "watch" }, /one of enforce, observe/],
    [{ retentionDays: 0 }, /from 1 to 365/],
    [{ retentionDays: 366 }, /from 1 to 365/],
    [{ retentionDays: 1.5 }, /from 1 to 365/],
  ] as const)("SE-18 options are checked: %j", (options, says) => {
    expect(checkOptions(options as unknown as JsonObject)).toMatch(says);
  });

  it("SE-19 the same rule in two modes", async () => {
    for (const action of ["deny", "ask", "warn"] as const) {
      const rules = [{ id: "r", tool: "Bash", action, message: "No." }];
      const enforced = await evaluate(rules, ...bash("ls"), { mode: "enforce" });
      expect(enforced.output).toEqual(
        action === "warn" ? { message: "No. (rule r)" } : { verdict: action, reason: "No. (rule r)" },
      );
      expect(enforced.kept).toMatchObject({ action, mode: "enforce", reason: "No. (rule r)" });
      const observed = await evaluate(rules, ...bash("ls"), { mode: "observe" });
      expect(observed.output).toBeUndefined();
      expect(observed.kept).toMatchObject({
        action: "observe",
        mode: "observe",
        reason: `would ${action}: No. (rule r)`,
      });
    }
  });

  it("T13 a pattern that would hang another engine does not, and what is too long counts as fitting", async () => {
    const rules = [{ id: "slow", pattern: "(a+)+$", action: "observe" }];
    await evaluate(rules, ...bash(`${"a".repeat(100_000)}!`));
    const long = bash("x".repeat(300_000));
    expect((await evaluate([{ id: "r", pattern: "never", action: "deny" }], ...long)).verdict).toBe("deny");
    expect((await evaluate([{ id: "r", pattern: "never", action: "warn" }], ...long)).kept).toMatchObject({
      rule: null,
    });
  });

  it("SE-20 T10 SE-17 what is kept has all fields, and neither secrets nor contents of files", async () => {
    const place = new BuiltinPlace();
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const input = { file_path: "a.ts", content: "const x = 1", note: `token ${token} ${"y".repeat(2000)}` };
    const rules = [{ id: "r", tool: "Write", pattern: "const", action: "warn" }];
    await place.call(NAME, "Write", input, { options: { rules, retentionDays: 7 }, payload: { tool_use_id: "t1" } });
    const [event, kept] = place.emitted[0]!;
    expect(event).toBe("governance:evaluated");
    expect(kept).toEqual({
      tool_name: "Write",
      tool_use_id: "t1",
      category: "filesystem",
      rule: "r",
      action: "warn",
      reason: "pattern const, tool Write (rule r)",
      matched_pattern: "pattern const, tool Write",
      input_summary: expect.stringMatching(/^\{"file_path":"a.ts","content":"<11 chars>"/),
      mode: "enforce",
      evaluation_ms: expect.any(Number),
      machine_id: expect.stringMatching(/^[\da-f]{16}$/),
      keep_until: place.now + 7 * 24 * 3_600_000,
    });
    expect(String(kept["input_summary"]).length).toBeLessThanOrEqual(500);
    expect(JSON.stringify(kept)).not.toContain(token);
    for (const [tool, category] of [
      ["Bash", "shell"],
      ["WebFetch", "network"],
      ["Task", "agent"],
      ["mcp__x__y", "other"],
    ] as const) {
      await place.call(NAME, tool, {}, { options: { rules } });
      expect(place.emitted.at(-1)![1]).toMatchObject({
        category,
        rule: null,
        action: "allow",
        reason: "no rule matches",
      });
    }
  });

  it("SE-20 every call is one row, without a daemon and when one takes the rows in", async () => {
    const place = new DaemonPlace();
    place.writeUser("hooks.json", {
      hooks: [
        { builtin: NAME, event: "PreToolUse", options: { rules: [{ id: "no", pattern: "prod", action: "deny" }] } },
      ],
    });
    const call = (command: string, id: string) => ({
      cwd: place.project,
      session_id: "s1",
      tool_name: "Bash",
      tool_use_id: id,
      tool_input: { command },
    });
    const alone = async (command: string, id: string) =>
      JSON.parse((await place.run(["hook", "claude-code", "PreToolUse"], { input: call(command, id) })).stdout || "{}");
    expect(await alone("deploy prod", "t1")).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    await alone("ls", "t2");
    const rows = async (...flags: string[]) =>
      JSON.parse((await place.run(["governance", "--json", ...flags])).stdout) as JsonObject[];
    const [first, second] = [
      { agent: "claude-code", session: "s1", tool_use_id: "t1", rule: "no", action: "deny" },
      { tool_use_id: "t2", rule: null, action: "allow" },
    ];
    expect(await rows()).toMatchObject([first, second]);
    expect(await rows("--action", "deny", "--limit", "1")).toMatchObject([first]);
    await place.wire();
    await place.up();
    await place.launch("claude-code", "PreToolUse", call("ls prod", "t3"));
    await expect.poll(() => rows("--rule", "no")).toMatchObject([first, { tool_use_id: "t3", rule: "no" }]);
    expect(await rows()).toHaveLength(3);
    expect((await place.run(["governance"])).stdout).toMatch(/deny +no +pattern prod \(rule no\) +Bash/);
  });
});
