import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import exportCommand from "../../src/cli/commands/export.js";
import privateCommand from "../../src/cli/commands/private.js";
import searchCommand from "../../src/cli/commands/search.js";
import sessionCommand from "../../src/cli/commands/session.js";
import sessionsCommand from "../../src/cli/commands/sessions.js";
import { spooledFiles } from "../../src/cli/input/spooled.js";
import { storeFile } from "../../src/client/store-file.js";
import type { PersonCheck } from "../../src/core/ports.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { spool, spoolFolder } from "../../src/runtime/record/spool.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { eventRecord } from "../support/capture-rows.js";
import { CommandPlace } from "../support/command-call.js";
import { bash, ProgramPlace } from "../support/program.js";

const NOW = Date.now();
const at = (second: number, event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}) =>
  eventRecord(event, payload, { at: NOW - 600_000 + second * 1000, session: "3f2a-roof", ...facts });

const guard = { id: "no-rm", source: "user", outcome: "deny", ms: 3 } as const;
const broken = { id: "lint", source: "project", outcome: "failed", ms: 9, cause: "timeout" } as const;

const ROOF = [
  at(0, "SessionStart", { source: "startup", model: "opus" }),
  at(1, "UserPromptSubmit", { prompt: "mend the roof\u001b[31m\nwith new\u0007 tiles" }),
  at(2, "PreToolUse", { tool_name: "Bash", tool_input: { command: "npm test" } }),
  at(2, "PreToolUse", { tool_name: "Edit", tool_input: { file_path: "/p/a.ts" } }),
  at(2, "PostToolUse", { tool_name: "Bash", tool_input: { command: "npm test" }, output_summary: "42 passed" }),
  at(3, "PostToolUseFailure", { tool_name: "Edit", tool_input: { file_path: "/p/a.ts" }, error: "no \u001b]0;match" }),
  at(
    4,
    "PreToolUse",
    { tool_name: "Bash", tool_input: { command: "rm -rf /" } },
    { verdict: "deny", reason: "far too much", hooks: [guard] },
  ),
  at(5, "PreToolUse", { tool_name: "Read", tool_input: { file_path: "/p/b.ts" } }, { hooks: [broken] }),
  at(6, "Stop", { last_assistant_message: "The roof is mended.\nOne tile is left." }),
];
const DOOR = [
  at(9, "UserPromptSubmit", { prompt: "paint the door" }, { session: "3f9c-door", agent: "codex", project: "/other" }),
];

const yes = async () => ({ yes: true }) as const;
const PERSON: PersonCheck = {
  isNoAgent: yes,
  isPerson: async () => ({ yes: true, by: { user: "ann", terminal: "/dev/pts/1" } }),
  confirm: async () => ({ yes: true, by: { user: "ann", terminal: "hers" } }),
};

async function withSessions(person?: PersonCheck): Promise<CommandPlace> {
  const place = new CommandPlace(person);
  const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
  await store!.append([...ROOF, ...DOOR]);
  await store!.close();
  return place;
}

describe("sessions", () => {
  it("CP-01 lists sessions, the last used first, with what happened in them", async () => {
    const place = await withSessions();
    const { code, out } = await place.run(sessionsCommand);
    expect(code).toBe(0);
    const [head, ...rows] = out.split("\n");
    expect(head).toMatch(/session +last used +agent +stopped +first request +project +calls +failed +prompts/);
    expect(rows[0]).toMatch(/^3f9c-door +[-\d]+ [:\d]+\* +codex +0 +paint the door +\/other +0 +0 +1 +0$/);
    expect(rows[1]).toMatch(
      /^3f2a-roof +[-\d]+ [:\d]+\* +claude-code +1 +mend the roof⟦ESC⟧\[31m with new⟦BEL⟧ tiles +\/home\/user\/project +4 +1 +1 +0$/,
    );
  });

  it("CP-01 leaves out the test calls of setup and doctor, and says what they are", async () => {
    const place = new ProgramPlace();
    await place.hook("PreToolUse", { ...bash("ls"), session_id: "snaphook-proof" });
    await place.hook("PreToolUse", { ...bash("ls"), session_id: "mine" });
    expect(await place.json(["sessions"])).toMatchObject([{ id: "mine" }]);
    expect((await place.run(["session", "snaphook-proof"])).stdout).toMatch(
      /^Session snaphook-proof\n[\s\S]*\ntest calls of setup and doctor\n/,
    );
    expect((await place.run(["session", "mine"])).stdout).not.toContain("test calls");
  });

  it("CP-01 as JSON, by agent, by folder, and so many", async () => {
    const place = await withSessions();
    expect(await place.json(sessionsCommand)).toMatchObject([
      { id: "3f9c-door", prompts: 1 },
      { id: "3f2a-roof", agent: "claude-code", prompts: 1, activities: 2, failures: 1, decisions: 1, model: "opus" },
    ]);
    const ids = async (flags: Record<string, string>) =>
      (await place.json<{ id: string }[]>(sessionsCommand, [], flags)).map(({ id }) => id);
    expect(await ids({ agent: "claude" })).toEqual(["3f2a-roof"]);
    expect(await ids({ project: "/other" })).toEqual(["3f9c-door"]);
    expect(await ids({ limit: "1" })).toEqual(["3f9c-door"]);
    const wrong = await place.run(sessionsCommand, [], { limit: "many" });
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toMatch(/USAGE: --limit must be a positive whole number/);
  });

  it("CP-02 shows one session from top to bottom, with no control characters of what was stored", async () => {
    const place = await withSessions();
    const { code, out } = await place.run(sessionCommand, ["3f2a"]);
    expect(code).toBe(0);
    expect(out.replace(/[\n\u0020-\u007e✓✗→…⟦⟧]/g, "")).toBe("");
    const lines = out
      .split("\n")
      .map((line) => line.replace(/(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d/, "TIME").replace(/(?:re|e)?cord-\d+/, "ID"));
    expect(lines.slice(0, 2)).toEqual(["Session 3f2a-roof", "claude-code in /home/user/project"]);
    expect(lines[2]).toMatch(/TIME, 6s, active, startup, opus$/);
    expect(lines.slice(3)).toEqual([
      "1 prompt, 4 tool calls: 2 ran, 1 stopped, 1 failed, 1 without a recorded result",
      "",
      "Stopped",
      "  TIME ✗ ID  rm -rf /",
      "",
      "Request 1 (debugging)  TIME",
      "  mend the roof⟦ESC⟧[31m",
      "  with new⟦BEL⟧ tiles",
      "  TIME ✓ npm test  ID",
      "             42 passed",
      "  TIME ! Edit /p/a.ts  ID",
      "             no ⟦ESC⟧]0;match",
      "  TIME ✗ rm -rf /  ID",
      "             stopped by no-rm (user): far too much",
      "             instead: the agent answered: The roof is mended.",
      "  TIME ? Read /p/b.ts  ID",
      "             lint (project) failed: timeout; no result was recorded",
      "  → The roof is mended.",
      "    One tile is left.",
    ]);
  });

  it.each([
    [
      "no person could be asked",
      [{ code: "ASK_UNATTENDED" }],
      /✗ make .*\n +needs approval by g \(user\), no person could be asked, denied/,
    ],
    ["nobody answered", [], /✗ make .*\n +asked by g \(user\), not answered, denied/],
  ])("says that a call was denied because %s", async (_why, notes, shown) => {
    const place = new CommandPlace();
    const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
    const hooks = [{ id: "g", source: "user", outcome: "ask", ms: 1 }] as const;
    const facts = { verdict: "ask", sent: { verdict: "deny" }, hooks, notes } as const;
    await store!.append([at(1, "PreToolUse", { tool_name: "Bash", tool_input: { command: "make" } }, facts)]);
    await store!.close();
    expect((await place.run(sessionCommand, ["3f2a"])).out).toMatch(shown);
  });

  it("CP-02 gives everything as JSON", async () => {
    const place = await withSessions();
    expect(await place.json(sessionCommand, ["3f2a-roof"])).toMatchObject({
      session: { id: "3f2a-roof", prompts: 1, decisions: 1 },
      batches: [{ number: 1, status: "queued", response: "The roof is mended.\nOne tile is left." }],
      activities: [
        { name: "Bash", success: true },
        { name: "Edit", success: false },
      ],
      decisions: [{ verdict: "deny", reason: "far too much", hooks: [guard] }, { hooks: [broken] }],
      calls: [
        { tool: "Bash", outcome: "ran", end: expect.any(String) },
        { tool: "Edit", outcome: "failed" },
        { tool: "Bash", outcome: "denied", decision: expect.any(String), end: null },
        { tool: "Read", outcome: "unknown", end: null },
      ],
    });
  });

  it("CP-02 an id may be its beginning, if there is only one such", async () => {
    const place = await withSessions();
    const both = await place.run(sessionCommand, ["3f"]);
    expect(both).toMatchObject({ code: 2, out: "" });
    expect(both.err).toMatch(/USAGE: "3f" matches several sessions: 3f9c-door, 3f2a-roof/);
    const none = await place.run(sessionCommand, ["77"]);
    expect(none).toMatchObject({ code: 1, out: "" });
    expect(none.err).toMatch(/SESSION_NOT_FOUND: no session begins with "77"/);
    expect((await place.run(sessionCommand, [])).code).toBe(2);
  });

  it("CP-02 the beginning is enough for a session among many, however old", async () => {
    const place = await withSessions();
    const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
    const others = Array.from({ length: 1200 }, (_, n) =>
      at(100 + Math.floor(n / 7), "SessionStart", {}, { session: `other-${n}` }),
    );
    await store!.append(others);
    await store!.close();
    expect(await place.json(sessionCommand, ["3f2a"])).toMatchObject({ session: { id: "3f2a-roof" } });
    expect((await place.run(sessionCommand, ["other-"])).err).toMatch(
      /matches several sessions: other-1199, .* and \d+ more/,
    );
  });

  it("sessions that were last used in the same millisecond are all listed and found", async () => {
    const place = new CommandPlace();
    const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
    const ids = Array.from({ length: 1200 }, (_, n) => `same-${String(n).padStart(4, "0")}`);
    await store!.append(ids.map((session) => at(100, "SessionStart", {}, { session })));
    await store!.close();
    const listed = await place.json<{ id: string }[]>(sessionsCommand, [], { limit: "1200" });
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const start of ["same-000", "same-060", "same-119"])
      expect((await place.run(sessionCommand, [start])).err).toMatch(/ and 5 more/);
    expect(await place.json(sessionCommand, ["same-0007"])).toMatchObject({ session: { id: "same-0007" } });
  });

  it("CP-01 says so when nothing was recorded yet, and makes no store to say it", async () => {
    const place = new CommandPlace();
    expect((await place.run(sessionsCommand)).out).toMatch(/^No sessions/);
    expect(await place.json(sessionsCommand)).toEqual([]);
    expect((await place.run(sessionCommand, ["3f2a"])).code).toBe(1);
    expect((await place.run(searchCommand, ["roof"])).out).toMatch(/^Nothing found for "roof"/);
    expect(existsSync(storeFile(place.places))).toBe(false);
  });

  it.each([
    ["sessions", sessionsCommand, [], "mend the roof"],
    ["session", sessionCommand, ["3f2a"], "mend the roof"],
    ["search", searchCommand, ["tiles"], "mend the roof"],
    ["export", exportCommand, [], "mend the roof"],
  ])("%s imports what was recorded without a daemon", async (_name, command, args, shown) => {
    const place = new CommandPlace();
    for (const record of ROOF.slice(0, 2)) spool(place.places.state, record);
    const ran = await place.run(command, args);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain(shown);
    expect(spooledFiles(place.places.state)).toEqual([]);
    expect(await place.json(sessionsCommand)).toMatchObject([{ id: "3f2a-roof", prompts: 1 }]);
  });

  it("several commands at once import each record once", async () => {
    const place = new CommandPlace();
    for (const record of ROOF) spool(place.places.state, record);
    const all = await Promise.all(Array.from({ length: 3 }, () => place.run(sessionsCommand)));
    expect(all.map(({ code, err }) => [code, err])).toEqual(Array.from({ length: 3 }, () => [0, ""]));
    expect((await place.run(exportCommand)).out.trim().split("\n")).toHaveLength(ROOF.length);
  });

  it("an invalid record is moved aside and reported, and the others are imported", async () => {
    const place = new CommandPlace();
    spool(place.places.state, ROOF[1]!);
    writeFileSync(join(spoolFolder(place.places.state), "000000000000001-x.json"), "{");
    const ran = await place.run(sessionsCommand);
    expect(ran.err).toMatch(/SPOOL_DAMAGED/);
    expect(ran.out).toContain("mend the roof");
  });

  it("CP-01 a store that a newer program made is left alone, with a finding", async () => {
    const place = await withSessions();
    const header = Buffer.alloc(100);
    header.write("SQLite format 3\0", "latin1");
    header.writeUInt32BE(99, 60);
    writeFileSync(storeFile(place.places), header);
    const ran = await place.run(sessionsCommand);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toMatch(/STORE_NEWER/);
  });

  it("DA-10 finds words in prompts, responses and summaries", async () => {
    const place = await withSessions();
    expect(await place.json(searchCommand, ["mended"])).toMatchObject([{ kind: "response", session: "3f2a-roof" }]);
    const { out } = await place.run(searchCommand, ["tiles"]);
    expect(out).toMatch(/prompt +3f2a-roof +mend the roof⟦ESC⟧\[31m with new⟦BEL⟧ tiles$/m);
    expect((await place.run(searchCommand, [])).code).toBe(2);
  });

  it("CP-01 a private session is forgotten, and nothing more of it is kept", async () => {
    const place = await withSessions(PERSON);
    expect((await place.run(privateCommand, ["3f2a"])).out).toMatch(/^Removed 9 events of 3f2a-roof\./);
    expect(await place.json(sessionsCommand)).toMatchObject([{ id: "3f9c-door" }]);
    expect(await place.json(searchCommand, ["mended"])).toEqual([]);
    const { store } = EmbeddedStore.open({ file: storeFile(place.places), capture, recover });
    expect(await store!.append([at(70, "UserPromptSubmit", { prompt: "again" })])).toMatchObject([
      { outcome: "private" },
    ]);
    await store!.close();
    expect((await place.run(sessionCommand, ["3f2a"])).code).toBe(1);
    expect((await place.run(privateCommand, ["3f9c"])).out).toMatch(/^Removed 1 event of 3f9c-door\./);
    expect((await place.run(privateCommand, ["never-seen"])).out).toMatch(/^No records of "never-seen"/);
    expect((await place.run(privateCommand, [])).code).toBe(2);
  });
});
