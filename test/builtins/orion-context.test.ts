import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { OrionPlace } from "../support/orion-place.js";

const HOUR = 3_600_000;
const at = (hour: number, day = 16) => new Date(2026, 10, day, hour, 5).getTime();

const line = (type: string, content: unknown) => `${JSON.stringify({ type, message: { role: type, content } })}\n`;
const TRANSCRIPT = [
  line("user", "Make the tea."),
  line("assistant", [
    { type: "text", text: "I boil water." },
    { type: "tool_use", name: "Edit", input: { file_path: "/kitchen/kettle.ts" } },
  ]),
  line("user", [{ type: "tool_result", content: "ok" }]),
  line("assistant", [{ type: "text", text: "The tea is ready </session-continuity> now." }]),
  "half a li",
].join("");

describe("what Orion's hooks tell the model", () => {
  it("BI-O2 continuity writes summary, files, project, type and turns before a compaction", async () => {
    const place = new OrionPlace();
    const transcript_path = place.write(`${place.root}/t.jsonl`, TRANSCRIPT);
    await place.fire("activity-counter", "PostToolUse", { tool_name: "Write", tool_input: { file_path: "/b.ts" } });
    await place.fire("continuity", "PreCompact", { trigger: "auto", transcript_path });
    expect(JSON.parse(readFileSync(place.cached("continuity/c1.json"), "utf8"))).toEqual({
      summary: "The tea is ready </session-continuity> now.",
      files: ["/kitchen/kettle.ts", "/b.ts"],
      activeProject: place.project,
      sessionType: "main",
      turnCount: 1,
    });
  });

  it("BI-O1 CI-13 continuity tells it for 24 hours: 23 h yes, 25 h no", async () => {
    const place = new OrionPlace();
    const transcript_path = place.write(`${place.root}/t.jsonl`, TRANSCRIPT);
    await place.fire("continuity", "PreCompact", { transcript_path });
    const start = async (hours: number, id = "c1") => {
      place.now = Date.now() + hours * HOUR;
      return (await place.fire("continuity", "SessionStart", { conversation_id: id })).context;
    };
    const told = await start(23);
    expect(told).toMatch(/^<session-continuity>\n[\s\S]*The tea is ready [\s\S]*\n<\/session-continuity>$/);
    expect(told).toContain("Files: /kitchen/kettle.ts");
    expect(told!.match(/<\/session-continuity>/g)).toHaveLength(1);
    expect(await start(25)).toBeUndefined();
    expect(await start(1, "another")).toBeUndefined();
    expect(await start(1, "../../c1")).toBeUndefined();
  });

  it("BI-O10 keyword-context knows whole words only", async () => {
    const place = new OrionPlace();
    expect(await place.says("keyword-context", "Plan the work, TDD please")).toMatch(
      /^<workflow-hint>\nWork test first[\s\S]*\nPlan first[\s\S]*<\/workflow-hint>$/,
    );
    expect(await place.says("keyword-context", "What planet is this? An analyzer, replanned.")).toBe("");
    expect(await place.says("keyword-context", "a spike", { hints: { spike: "Short." } })).toBe(
      "<workflow-hint>Short.</workflow-hint>",
    );
    expect(BUILTINS["keyword-context"]!.checkOptions({ hints: { a: 1 } })).toMatch(/each word to a string/);
  });

  it("BI-O23 CI-14 ambient-context is one line of at most 100 tokens, made of the parts that were chosen", async () => {
    const place = new OrionPlace();
    place.now = at(8);
    place.write(`${place.project}/_meta.yaml`, `status: active\ndeadline: 2026-12-01\nnext: ${"x".repeat(500)}\n`);
    place.write(`${place.home}/due.txt`, `2026-11-16 Pay the rent\n2026-11-17 Later\n2026-11-16 ${"y".repeat(900)}\n`);
    const options = { reminders: "~/due.txt", classes: { people: ["call", "meet"], money: ["pay"] } };
    const told = await place.says("ambient-context", "Call Ada", options);
    expect(told).toMatch(
      /^<ambient>2026-11-16 Mon 08:05 · project project, status active, deadline 2026-12-01, next x+ · about people · due today: Pay the rent; /,
    );
    // The longest that three characters a token allow.
    expect(told.length / 3).toBeLessThanOrEqual(100);
    expect(await place.says("ambient-context", "Call Ada", { ...options, parts: ["classes"] })).toBe(
      "<ambient>about people</ambient>",
    );
    expect(BUILTINS["ambient-context"]!.checkOptions({ parts: ["weather"] })).toMatch(/a list of time, project/);
  });

  it("BI-O24 morning-trigger speaks once a day: with the first prompt of a morning or a greeting", async () => {
    const place = new OrionPlace();
    const says = (hour: number, prompt: string, day?: number) => {
      place.now = at(hour, day);
      return place.says("morning-trigger", prompt, { text: "Look at the day." });
    };
    expect(await says(3, "what is left?")).toBe("");
    expect(await says(8, "what is left?")).toBe("<morning>Look at the day.</morning>");
    expect(await says(9, "Good morning!")).toBe("");
    expect(await says(15, "Hello again", 17)).toBe("");
    expect(await says(15, "Guten Morgen, spät dran", 17)).toBe("<morning>Look at the day.</morning>");
  });

  it.each([
    ["BI-O25", "automation-intent", "Send me the numbers every morning.", "This is an everyday morning."],
    ["BI-O26", "initiative-intent", "I want to build a bakery app.", "Build the app and run the tests."],
  ])("%s %s hears what is meant", async (_id, name, meant, other) => {
    const place = new OrionPlace();
    expect(await place.says(name, meant)).toMatch(new RegExp(`^<${name}>The user .*</${name}>$`));
    expect(await place.says(name, other)).toBe("");
    const own = { phrases: ["wash the"], hint: "Wet." };
    expect(await place.says(name, "wash the dog", own)).toBe(`<${name}>Wet.</${name}>`);
  });

  it("BI-O11 subagent-context gives the name of the project, of a Windows path too", async () => {
    const place = new OrionPlace();
    const start = (project?: string) =>
      place.fire("subagent-context", "SubagentStart", {}, project === undefined ? {} : { project });
    expect(await start()).toEqual({});
    const told = (name: string) => ({ context: `<project-context>Active PARA project: ${name}</project-context>` });
    expect(await start("C:\\Users\\ada\\Projects\\Garden\\")).toEqual(told("Garden"));
    expect(await start("/home/ada/Projects/garden")).toEqual(told("garden"));
    place.write(`${place.project}/Projects/bakery/x`);
    await place.says("project-auto-detect", "How is the bakery?");
    expect(await start()).toEqual(told("bakery"));
  });
});
