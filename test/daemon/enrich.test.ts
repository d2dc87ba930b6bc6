import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { enrich } from "../../src/daemon/records/enrich.js";
import { CaptureRows, eventRecord } from "../support/capture-rows.js";
import { removeFolder } from "../support/remove-folder.js";

const RECORDED = join(import.meta.dirname, "../../src/adapters/claude-code/fixtures/_transcript.jsonl");
const adapterFor = (agent: string) => ADAPTERS[agent];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "snaphook-enrich-"));
  onTestFinished(() => removeFolder(made));
  return made;
}

function file(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const said = (text: string) =>
  `${JSON.stringify({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } })}\n`;

/** What the payload has become. */
const enriched = (event: string, payload: JsonObject, at = Date.now(), project = "/") =>
  enrich(eventRecord(event, payload, { at, project }), adapterFor).payload;

describe("enrichment of events", () => {
  it("CP-03 the batch that a new prompt closes gets its response from a recorded transcript", () => {
    const transcript_path = file(join(folder(), "t.jsonl"), readFileSync(RECORDED, "utf8"));
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", { prompt: "Do what the script says." });
    const payload = enriched("UserPromptSubmit", { prompt: "And now?", transcript_path });
    const words = ADAPTERS["claude-code"]!.transcript!(readFileSync(RECORDED, "utf8")).lastAnswer;
    expect(words).toMatch(/\w/);
    rows.take(5, "UserPromptSubmit", payload);
    expect(rows.batchesOf()).toMatchObject([{ response: words, status: "queued" }, { status: "active" }]);
  });

  it.each(["Stop", "SessionEnd", "UserPromptSubmit"])("CP-09 %s brings 5,000 characters, without secrets", (event) => {
    const key = `sk-ant-${"a1".repeat(20)}`;
    const transcript_path = file(
      join(folder(), "t.jsonl"),
      said("old") + said(`the key is ${key} ${"x".repeat(9000)}`),
    );
    const { response } = enriched(event, { transcript_path }) as { response: string };
    expect(response).toHaveLength(5000);
    expect(response).toMatch(/^the key is \[redacted/);
    expect(response).not.toContain(key);
  });

  it("CP-09 reads only the end of a long transcript", () => {
    const transcript_path = file(join(folder(), "t.jsonl"), "");
    for (let n = 0; n < 40; n++) appendFileSync(transcript_path, said(`${n} ${"y".repeat(100_000)}`));
    appendFileSync(transcript_path, said("the end"));
    expect(enriched("Stop", { transcript_path })).toMatchObject({ response: "the end" });
  });

  it("CP-09 prefers what the agent told to a transcript that is not up to date", () => {
    const transcript_path = file(join(folder(), "t.jsonl"), said("an older answer"));
    expect(enriched("Stop", { transcript_path, last_assistant_message: "Done." })).not.toHaveProperty("response");
    const told = { transcript_path, last_assistant_message: "an older" }; // cut short on its way
    expect(enriched("Stop", told)).toMatchObject({ response: "an older answer" });
  });

  it("CP-09 a transcript that went on after the event tells nothing about it", () => {
    const transcript_path = file(join(folder(), "t.jsonl"), said("a later answer"));
    expect(enriched("Stop", { transcript_path }, Date.now() - 60_000)).not.toHaveProperty("response");
  });

  it("CP-09 a subagent's words come from its own transcript, never from the session's", () => {
    const transcript_path = file(join(folder(), "t.jsonl"), said("the main agent"));
    const agent_transcript_path = file(join(folder(), "a.jsonl"), said("the subagent"));
    expect(enriched("SubagentStop", { transcript_path })).not.toHaveProperty("response");
    expect(enriched("SubagentStop", { transcript_path, agent_transcript_path })).toMatchObject({
      response: "the subagent",
    });
  });

  it("CP-09 whatever cannot be read changes nothing, and nothing makes it wait", () => {
    const made = folder();
    const pipe = join(made, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const rubbish = file(join(made, "rubbish"), "\u0000{]\n[1,2]\nnull\n");
    for (const path of [pipe, made, rubbish, join(made, "missing"), "relative.jsonl", "", 7, null]) {
      const record = eventRecord("Stop", { transcript_path: path }, { at: Date.now() });
      expect(enrich(record, adapterFor)).toEqual(record);
      expect(enrich({ ...record, agent: "constructor" }, () => undefined)).toBeTruthy();
    }
  });

  it("CP-09 leaves other events and agents without transcripts alone", () => {
    const transcript_path = file(join(folder(), "t.jsonl"), said("words"));
    const other = eventRecord("PreToolUse", { transcript_path }, { at: Date.now() });
    expect(enrich(other, adapterFor)).toBe(other);
    const silent = eventRecord("Stop", { transcript_path }, { at: Date.now(), agent: "cursor" });
    expect(ADAPTERS["cursor"]?.transcript).toBeUndefined();
    expect(enrich(silent, adapterFor)).toBe(silent);
  });

  it("CP-15 reads a plan file that a tool has touched, and no other file", () => {
    const home = folder();
    const plan = file(join(home, ".claude/plans/roof.md"), "# Roof\n1. beams");
    const other = file(join(home, "notes.md"), "private");
    const linked = join(home, ".claude/plans/linked.md");
    symlinkSync(other, linked);
    const write = (file_path: string, tool_name = "Write") => ({ tool_name, tool_input: { file_path } });
    expect(enriched("PostToolUse", write(plan))).toMatchObject({ plan: "# Roof\n1. beams" });
    expect(enriched("PostToolUse", write(".claude/plans/roof.md"), 0, home)).toMatchObject({
      plan: "# Roof\n1. beams",
    });
    for (const payload of [write(other), write(linked), write(plan, "Bash"), write(join(home, ".claude/plans/no.md"))])
      expect(enriched("PostToolUse", payload)).not.toHaveProperty("plan");
  });

  it("CP-15 reads again what plan mode ended with: the file, else the transcript", () => {
    const home = folder();
    const planFilePath = file(join(home, ".claude/plans/roof.md"), "1. beams");
    const call = { type: "tool_use", name: "ExitPlanMode", input: { plan: "1. tiles" } };
    const line = JSON.stringify({ message: { role: "assistant", content: [call] } });
    const transcript_path = file(join(home, "t.jsonl"), `${line}\n`);
    const ended = { tool_name: "ExitPlanMode", transcript_path };
    expect(enriched("PostToolUse", { ...ended, tool_input: { planFilePath } })).toMatchObject({ plan: "1. beams" });
    expect(enriched("PostToolUse", ended)).toMatchObject({ plan: "1. tiles" });
  });
});
