import { existsSync, mkdirSync, readFileSync, unlinkSync, utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { OrionPlace } from "../support/orion-place.js";

const DAY = 24 * 3_600_000;
const CHANGED = "orion:projectContextChange";
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);

describe("what Orion's hooks keep and pass on", () => {
  it("BI-O3 activity-counter writes at every fifth turn, and forgets the oldest of 101 conversations", async () => {
    const place = new OrionPlace();
    const turn = (conversation_id: string, options: JsonObject = {}) => {
      place.now += 1000;
      return place.fire("activity-counter", "Stop", { conversation_id }, options);
    };
    const edit = (file_path: string, more: JsonObject = {}) =>
      place.fire("activity-counter", "PostToolUse", { tool_name: "Edit", tool_input: { file_path }, ...more });
    await edit("a.ts");
    await edit("a.ts");
    await edit("b.ts");
    await edit("c.ts", { is_error: true });
    for (let turns = 1; turns <= 4; turns++) await turn("c1");
    const file = place.cached("session-activity/c1.json");
    expect(existsSync(file)).toBe(false);
    await turn("c1");
    const ts = new Date(place.now).toISOString();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ turns: 5, filesModified: 2, ts });
    for (let other = 2; other <= 100; other++) await turn(`c${other}`);
    expect(existsSync(file)).toBe(true);
    await turn("c101");
    expect(existsSync(file)).toBe(false);
    await turn("c1");
    expect(await place.state.read("conversation:c1")).toMatchObject({ turns: 1, files: [] });
    expect(await place.state.read("conversation:c2")).toBeUndefined();
  });

  it("BI-O4 cache-cleanup deletes what is older than 7 days, once a day, whichever process looks", async () => {
    const place = new OrionPlace();
    const old = (name: string, days = 8) => {
      const file = place.write(place.cached(name));
      const when = (place.now - days * DAY) / 1000;
      utimesSync(file, when, when);
      return file;
    };
    const files = ["continuity/a.json", "session-activity/b.json", "memory-enrichment/c.json"].map((name) => old(name));
    const kept = [old("continuity/young.json", 6), old("other/d.json")];
    const end = (moved = 0) => {
      place.now += moved;
      return place.fire("cache-cleanup", "SessionEnd");
    };
    await end();
    expect(files.map((file) => existsSync(file))).toEqual([false, false, false]);
    expect(kept.map((file) => existsSync(file))).toEqual([true, true]);
    const later = old("continuity/later.json", 20);
    await end(3600_000);
    unlinkSync(place.cached("last-cleanup"));
    await end(3600_000);
    expect(existsSync(later)).toBe(true); // this process remembers
    place.write(place.cached("last-cleanup"));
    const soon = (place.now + DAY) / 1000;
    utimesSync(place.cached("last-cleanup"), soon, soon);
    await end(DAY);
    expect(existsSync(later)).toBe(true); // another one left its marker
    await end(2 * DAY);
    expect(existsSync(later)).toBe(false);
  });

  it("BI-O8 project-auto-detect fires for the first prompt of a conversation only, and when it is sure", async () => {
    const place = new OrionPlace();
    for (const name of ["solar-roof", "bakery", "bakery app", "api"])
      mkdirSync(`${place.project}/Projects/${name}`, { recursive: true });
    const ask = (prompt: string, conversation_id: string) =>
      place.says("project-auto-detect", prompt, {}, { conversation_id });
    await ask("Where does Solar Roof stand?", "c1");
    const path = `${place.project}/Projects/solar-roof`;
    const about = { projectPath: path, projectName: "solar-roof", confidence: "high", detectedBy: "prompt" };
    expect(place.emitted).toEqual([[CHANGED, about]]);
    await ask("And the bakery?", "c1");
    await ask("The api is slow, and solar roofs are nice", "c2");
    await ask("Compare bakery and solar-roof", "c3");
    expect(place.emitted).toHaveLength(1);
    await ask("Deploy the bakery app", "c4");
    expect(place.emitted[1]).toMatchObject([CHANGED, { projectName: "bakery app" }]);
  });

  it("BI-O8 project-auto-detect looks for projects again after 30 s", async () => {
    const place = new OrionPlace();
    mkdirSync(`${place.project}/Projects/first`, { recursive: true });
    await place.says("project-auto-detect", "hello", {}, { conversation_id: "c0" });
    mkdirSync(`${place.project}/Projects/second`);
    await place.says("project-auto-detect", "second?", {}, { conversation_id: "c1" });
    expect(place.emitted).toEqual([]);
    place.now += 31_000;
    await place.says("project-auto-detect", "second?", {}, { conversation_id: "c2" });
    expect(place.emitted).toHaveLength(1);
  });

  it("BI-O9 project-detect fires for a project's _meta.yaml and for the CLI, and for nothing else", async () => {
    const place = new OrionPlace();
    const done = (tool_name: string, tool_input: JsonObject, more: JsonObject = {}) =>
      place.fire("project-detect", "PostToolUse", { tool_name, tool_input, ...more });
    const bash = (command: string) => done("Bash", { command });
    await done("Write", { file_path: "Projects/x/_meta.yaml", content: "" });
    await bash("cd /tmp && orion para create-entity --type project --name 'Tea Shop'");
    const project = (name: string) => `${place.project}/Projects/${name}`;
    const fired = [
      [CHANGED, { projectPath: project("x"), projectName: "x", detectedBy: "file" }],
      [CHANGED, { projectPath: project("Tea Shop"), projectName: "Tea Shop", detectedBy: "cli" }],
    ];
    expect(place.emitted).toEqual(fired);
    for (const file_path of [
      "Projects/x/notes.md",
      "Projects/_meta.yaml",
      "Areas/x/_meta.yaml",
      "Projects/x/y/_meta.yaml",
    ])
      await done("Write", { file_path, content: "" });
    await bash("echo orion para create-entity --type project --name x");
    await bash("orion para create-entity --type area --name x");
    await bash("orion para list --type project");
    await done("Write", { file_path: "Projects/z/_meta.yaml" }, { is_error: true });
    expect(place.emitted).toEqual(fired);
  });

  it("BI-O12 subagent-log answers {} and writes one line", async () => {
    const place = new OrionPlace();
    const stop = { agent_id: "a1", agent_type: "explorer", last_assistant_message: "Found it." };
    expect(await place.fire("subagent-log", "SubagentStop", stop)).toEqual({});
    expect(linesOf(`${place.surroundings.state}/subagent-log.jsonl`)).toEqual([
      { ts: new Date(place.now).toISOString(), session: "s1", agent: "a1", type: "explorer", said: "Found it." },
    ]);
  });

  it("BI-O16 media-tracing opens a span before the call and closes it after, by the id of the call", async () => {
    const place = new OrionPlace();
    const call = (event: string, tool_use_id: string, command: string, more: JsonObject = {}) =>
      place.fire("media-tracing", event, { tool_name: "Bash", tool_input: { command }, tool_use_id, ...more });
    const media = "orion media image generate --prompt tea";
    expect(await call("PreToolUse", "t1", media)).toEqual({});
    await call("PreToolUse", "t2", "orion media audio transcribe x.wav");
    await call("PreToolUse", "t3", "echo orion media image generate");
    place.now += 1500;
    await call("PostToolUse", "t1", media);
    await call("PostToolUse", "t1", media);
    await call("PostToolUse", "t3", "echo orion media image generate");
    await call("PostToolUseFailure", "t2", "orion media audio transcribe x.wav");
    expect(linesOf(`${place.surroundings.state}/media-spans.jsonl`)).toMatchObject([
      { span: "t1", name: "media.image.generate", event: "opened" },
      { span: "t1", name: "media.image.generate", event: "closed", ms: 1500, failed: false },
      { span: "t2", name: "media.audio.transcribe", event: "opened" },
      { span: "t2", name: "media.audio.transcribe", event: "closed", ms: 1500, failed: true },
    ]);
  });

  it("BI-O17 compact-summary passes 4000 of 5000 characters on", async () => {
    const place = new OrionPlace();
    await place.fire("compact-summary", "PostCompact", { compact_summary: "s".repeat(5000) });
    await place.fire("compact-summary", "PostCompact", { trigger: "auto" });
    expect(place.emitted).toEqual([["orion:contextSummaryUpdated", { summary: "s".repeat(4000) }]]);
  });

  it("BI-O18 notification-forward passes exactly three fields on", async () => {
    const place = new OrionPlace();
    const notice = { title: "Done", message: "All built.", notification_type: "idle_prompt", transcript_path: "/t" };
    await place.fire("notification-forward", "Notification", notice);
    const passed = { title: "Done", message: "All built.", notificationType: "idle_prompt" };
    expect(place.emitted).toEqual([["orion:notification", passed]]);
  });
});
