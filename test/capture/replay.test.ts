import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { capture, recover } from "../../src/capture/index.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { enrich } from "../../src/daemon/records/enrich.js";
import { FileReads } from "../../src/daemon/records/file-reads.js";
import { recordOf } from "../../src/runtime/record/make-record.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { recordedPayloads } from "../support/recorded-payloads.js";
import { removeFolder } from "../support/remove-folder.js";

const { readEnd } = new FileReads();
const NOW = Date.now();

/** A released agent's recorded payloads as the daemon records them, one second after the other. */
function replay(agent: string, files: readonly (readonly [file: string, more?: JsonObject])[]): Promise<EventRecord[]> {
  const adapter = ADAPTERS[agent]!;
  const recorded = recordedPayloads(adapter);
  const records = files.map(([file, more], index) => {
    const found = recorded.find((one) => one.file === `${file}.json`);
    if (found === undefined) throw new Error(`no recorded payload ${file}`);
    const event = adapter.decode(found.event, { ...found.payload, ...more });
    const { cwd } = event.payload;
    const record = recordOf({
      event,
      decision: NO_DECISION,
      agent,
      native: found.event,
      presence: "interactive",
      ms: 1,
      way: "daemon",
      at: NOW + index * 1000,
      id: `${agent}-${index}`,
      ...(typeof cwd === "string" ? { project: cwd } : {}),
    });
    return enrich(record, (name) => ADAPTERS[name], readEnd);
  });
  return Promise.all(records);
}

function openStore(): EmbeddedStore {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-replay-"));
  const { store } = EmbeddedStore.open({ file: join(folder, "store.db"), capture, recover });
  onTestFinished(async () => {
    await store?.close();
    removeFolder(folder);
  });
  return store!;
}

function transcript(): { path: string; lastAnswer: string } {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-transcript-"));
  onTestFinished(() => removeFolder(folder));
  const recorded = join(import.meta.dirname, "../../src/adapters/claude-code/fixtures/_transcript.jsonl");
  const text = readFileSync(recorded, "utf8");
  writeFileSync(join(folder, "t.jsonl"), text);
  return { path: join(folder, "t.jsonl"), lastAnswer: ADAPTERS["claude-code"]!.transcript!(text).lastAnswer! };
}

describe("a recorded session in the store", () => {
  it("CP-01 CP-02 CP-05 CP-14 one of Claude Code, from its start to its end", async () => {
    const store = openStore();
    const receipts = await store.append(
      await replay("claude-code", [
        ["SessionStart.startup"],
        ["UserPromptSubmit"],
        ["PreToolUse.Bash"],
        ["PostToolUse.Bash"],
        ["PostToolUse.Edit"],
        ["PostToolUseFailure.Bash", { tool_use_id: "toolu_failed" }],
        ["SubagentStart"],
        ["PostToolUse.subagent", { tool_use_id: "toolu_sub" }],
        ["SubagentStop"],
        ["PreCompact"],
        ["Notification"],
        ["Stop"],
        ["SessionEnd"],
      ]),
    );
    expect(receipts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 13 }, () => "stored"));
    const [row] = (await store.sessions({})).rows;
    const detail = (await store.session(row!.id))!;
    expect(detail.session).toMatchObject({
      agent: "claude-code",
      project: "/home/user/project",
      source: "startup",
      status: "completed",
      startedAt: NOW,
      endedAt: NOW + 12_000,
      stats: { prompts: 1, activities: 4, failures: 1, tools: { Bash: 3, Edit: 1 }, lowValue: false },
    });
    expect(detail.batches).toMatchObject([
      { number: 1, kind: "user", prompt: "do it @@bash1", response: "All done.", status: "queued", activities: 4 },
    ]);
    expect(detail.activities.map(({ kind, success }) => [kind, success])).toEqual([
      ["tool", true],
      ["tool", true],
      ["tool", false],
      ["subagent", true],
      ["tool", true],
      ["subagent", true],
      ["compact", true],
      ["notification", true],
    ]);
    expect(detail.activities[0]?.summary).toMatch(/\w/);
    expect(detail.activities[2]?.error).toMatch(/\w/);
    expect(detail.activities.every(({ batch }) => batch === detail.batches[0]?.id)).toBe(true);
  });

  it("IN-21 DD-04 a second stop that knows the transcript fills in the response", async () => {
    const store = openStore();
    const { path, lastAnswer } = transcript();
    const silent = { transcript_path: undefined, last_assistant_message: undefined };
    const receipts = await store.append(
      await replay("claude-code", [
        ["UserPromptSubmit", { transcript_path: undefined }],
        ["Stop", silent],
        ["Stop", { ...silent, transcript_path: path }],
      ]),
    );
    expect(receipts.map(({ outcome }) => outcome)).toEqual(["stored", "stored", "duplicate"]);
    const [row] = (await store.sessions({})).rows;
    const { session, batches } = (await store.session(row!.id))!;
    expect(session.transcriptPath).toBe(path);
    expect(batches).toMatchObject([{ response: lastAnswer, lateCapture: true, status: "queued" }]);
  });

  it("CP-05 IN-17 one of Cursor", async () => {
    const store = openStore();
    await store.append(
      await replay("cursor", [
        ["sessionStart"],
        ["beforeSubmitPrompt"],
        ["postToolUse"],
        ["postToolUseFailure"],
        ["preCompact"],
        ["stop"],
        ["sessionEnd"],
      ]),
    );
    const [row] = (await store.sessions({ agent: "cursor" })).rows;
    const { activities, session } = (await store.session(row!.id))!;
    expect(session).toMatchObject({ status: "completed", model: "gpt-5.4", project: "/home/user/project" });
    expect(activities.map(({ kind, success }) => [kind, success])).toEqual([
      ["tool", true],
      ["tool", false],
      ["compact", true],
    ]);
    expect(activities[2]?.input).toEqual({
      trigger: "auto",
      context_usage_percent: 90,
      context_tokens: 180_000,
      context_window_size: 200_000,
      message_count: 40,
      messages_to_compact: 30,
      is_first_compaction: true,
    });
  });

  it("CP-05 sums up outputs: a long read by its length, others to 500 characters, and an exit code is what counts", async () => {
    const store = openStore();
    await store.append(
      await replay("claude-code", [
        ["PostToolUse.Read", { tool_response: "r".repeat(300), tool_use_id: "a" }],
        ["PostToolUse.Bash", { tool_response: { stdout: "b".repeat(900) }, tool_use_id: "b" }],
        ["PostToolUse.Bash", { tool_response: { stdout: "", stderr: "warn", exitCode: 0 }, tool_use_id: "c" }],
        ["PostToolUse.Bash", { tool_response: { stdout: "", stderr: "boom", exitCode: 2 }, tool_use_id: "d" }],
      ]),
    );
    const [row] = (await store.sessions({})).rows;
    const { activities } = (await store.session(row!.id))!;
    expect(activities).toMatchObject([
      { summary: "Read 300 chars", success: true },
      { summary: "b".repeat(500), success: true },
      { success: true },
      { success: false, error: "boom" },
    ]);
    expect(activities[2]).not.toHaveProperty("error");
  });

  it("CP-13 EV-09 what an agent left open when it was killed is closed in the store", async () => {
    const store = openStore();
    await store.append(await replay("claude-code", [["SessionStart.startup"], ["UserPromptSubmit"]]));
    expect(await store.recover(NOW + 60_000)).toBe(0);
    expect(await store.recover(NOW + 2 * 3_600_000)).toBe(2);
    expect((await store.sessions({})).rows).toMatchObject([
      { status: "completed", endedAt: NOW + 1000, stats: { prompts: 1 } },
    ]);
    expect(await store.recover(NOW + 3 * 3_600_000)).toBe(0);
  });
});
