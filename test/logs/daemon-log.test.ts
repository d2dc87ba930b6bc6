import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EventRecord } from "../../src/core/records/records.js";
import type { LogTag } from "../../src/daemon/api.js";
import { daemonLogLine, linesOf } from "../../src/daemon/records/daemon-log.js";
import { LogWriter } from "../../src/daemon/records/log-writer.js";
import { tempFolder } from "../support/real-engine.js";

const record = (over: Partial<EventRecord>): EventRecord => ({
  id: "e1",
  at: 0,
  way: "daemon",
  agent: "claude-code",
  event: "Stop",
  session: "s1",
  presence: "interactive",
  ms: 12,
  verdict: "none",
  hooks: [],
  notes: [],
  payload: {},
  ...over,
});
const run = (id: string, over: Partial<EventRecord["hooks"][number]> = {}) =>
  ({ id, source: "user", outcome: "none", ms: 3, ...over }) as EventRecord["hooks"][number];

describe("the daemon's log", () => {
  it.each<[string, LogTag]>([
    ["SessionStart", "SESSION-START"],
    ["UserPromptSubmit", "PROMPT"],
    ["PreToolUse", "TOOL"],
    ["PostToolUse", "TOOL"],
    ["Stop", "STOP"],
    ["SessionEnd", "SESSION-END"],
  ])("OB-01 %s is found by %s", (event, tag) => {
    expect(linesOf(record({ event }))).toEqual([
      [tag, `agent=claude-code session=s1 event=${event} verdict=none hooks=0 ms=12`],
    ]);
  });

  it("OB-01 injected context and second deliveries have tags of their own", () => {
    const hooks = [run("rules", { did: ["context"] }), run("other", { did: ["rewrite"] })];
    expect(linesOf(record({ event: "UserPromptSubmit", hooks })).map(([tag]) => tag)).toEqual(["PROMPT", "INJECT:"]);
    expect(linesOf(record({ event: "UserPromptSubmit", hooks }))[1]![1]).toContain("context by rules");
    expect(linesOf(record({ hooks }), "e0")).toEqual([
      ["Deduped", "agent=claude-code session=s1 event=Stop id=e1 of=e0"],
    ]);
    expect(linesOf(record({ event: "Notification" }))).toEqual([]);
  });

  it("OB-01 each tag can be searched for in the file", async () => {
    const file = join(tempFolder(), "daemon.log");
    const writer = new LogWriter();
    const log = (tag: LogTag, text: string) => writer.add(file, daemonLogLine(0, tag, text));
    const tags: LogTag[] = ["SESSION-START", "PROMPT", "TOOL", "STOP", "SESSION-END", "INJECT:", "Deduped"];
    for (const tag of tags) log(tag, "agent=x");
    await writer.flush();
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    for (const [n, tag] of tags.entries()) expect(lines[n]).toBe(`1970-01-01T00:00:00.000Z ${tag} agent=x`);
  });

  it("holds nothing of what was said, and no name can pretend to be a line or a field", () => {
    const told = record({
      event: "PreToolUse",
      session: "s1\n2026 SESSION-END agent=evil",
      reason: "hunter2",
      verdict: "deny",
      hooks: [run("guard\u001b[31m x", { outcome: "failed", cause: "exit" })],
      payload: { tool_name: "Bash verdict=allow", tool_input: { command: "hunter2" }, prompt: "hunter2" },
    });
    const text = linesOf(told)
      .map(([tag, words]) => daemonLogLine(0, tag, words))
      .join("\n");
    expect(text.split("\n")).toHaveLength(1);
    expect(text).toContain("tool=Bash_verdict=allow verdict=deny hooks=1 failed=guard\ufffd[31m_x");
    expect(text).not.toMatch(/hunter2|\u001b/);
  });
});
