/** A record says what happened: what was decided, what the agent was sent, and what of it the record does not show. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { spooledFiles } from "../../src/cli/input/spooled.js";
import { bash, ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

type Json = Readonly<Record<string, unknown>>;

/** Below /tmp it is an everyday call; cut in the right place, it reads `rm -rf /`. */
const LONG_PATH = `/tmp/${"x".repeat(600)}`;
const FILLER = `: ${"y".repeat(500 - ": ; rm -rf /".length)}; `;
const CUT_IN_TWO = `${FILLER}rm -rf ${LONG_PATH}`;

const own = (more: object) => ({ hooks: [{ id: "own", event: "PreToolUse", ...more }] });

async function lastId(place: ProgramPlace): Promise<string> {
  const logged = await place.json<readonly Json[]>(["log"]);
  return String(logged.at(-1)?.["id"]);
}

describe("a record", () => {
  it("holds the verdict that was decided and the one that was sent, with the reason why they differ", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", own({ guard: true, command: `echo '{"decision":"ask","reason":"sure?"}'` }));
    const payload = {
      session_id: "s1",
      hook_event_name: "BeforeTool",
      tool_name: "run_shell_command",
      tool_input: { command: "make release" },
    };
    const ran = await place.run(["hook", "gemini", "BeforeTool"], { input: JSON.stringify(payload) });
    expect(JSON.parse(ran.stdout)).toMatchObject({ decision: "deny" });
    const id = await lastId(place);
    expect(await place.json(["why", id])).toMatchObject({
      version: 2,
      verdict: "ask",
      reason: "sure?",
      sent: { verdict: "deny" },
      notes: expect.arrayContaining([
        expect.objectContaining({ code: "DEGRADED_ASK", message: expect.stringContaining("Gemini") }),
      ]),
      hooks: expect.arrayContaining([expect.objectContaining({ id: "own", outcome: "ask", reason: "sure?" })]),
    });
    const { stdout } = await place.run(["why", id]);
    expect(stdout).toMatch(/^deny on PreToolUse/);
    expect(stdout).toContain("decided  ask by the hooks");
    expect(stdout).toContain("DEGRADED_ASK: Gemini CLI cannot ask");
    expect((await place.run(["log"])).stdout).toMatch(
      /✗ gemini +make release +needs approval, no person could be asked; own: sure\?/,
    );
  });

  it("holds the input as it ran, where hooks changed it", async () => {
    const place = new ProgramPlace();
    const answer = { hookSpecificOutput: { updatedInput: { command: "timeout 60 make" } } };
    place.writeUser("hooks.json", own({ command: `echo '${JSON.stringify(answer)}'` }));
    await place.hook("PreToolUse", bash("make"));
    const record = await place.json(["why", await lastId(place)]);
    expect(record).toMatchObject({
      payload: { tool_input: { command: "make" } },
      input: { command: "timeout 60 make" },
      sent: { verdict: "none", did: ["rewrite"] },
    });
  });

  it("marks a command that was cut, and is explained by the whole of it", async () => {
    const place = new DaemonPlace();
    await place.wire();
    await place.up();
    place.writeUser("hooks.json", own({ guard: true, command: `echo '{"decision":"deny","reason":"no"}'` }));
    await place.launch("claude-code", "PreToolUse", { ...bash(CUT_IN_TWO), hook_event_name: "PreToolUse" });
    await expect.poll(async () => (await place.events()).length).toBe(1);
    const [record] = await place.events();
    expect(record?.marks).toEqual({ "tool_input.command": "cut" });
    expect(record).not.toHaveProperty("evidence");
    const kept = (record!.payload["tool_input"] as Json)["command"] as string;
    expect(kept.endsWith("rm -rf /")).toBe(true);
    const why = await place.json(["why", record!.id]);
    expect(why).toMatchObject({ finalInput: { command: CUT_IN_TWO }, finalInputComplete: true });
    expect(why["effects"]).toEqual([expect.objectContaining({ target: expect.objectContaining({ name: LONG_PATH }) })]);
  });

  it("of a cut command whose evidence is gone is not explained by the rest", async () => {
    const place = new ProgramPlace();
    await place.hook("PreToolUse", bash(CUT_IN_TWO));
    const { id } = changeSpooled(place, ({ evidence, ...record }) => {
      expect(evidence).toMatchObject({ input: { command: CUT_IN_TWO }, marks: {} });
      return record;
    });
    expect(await place.json(["why", id])).toMatchObject({ finalInputComplete: false, effects: null });
    const { stdout } = await place.run(["why", id]);
    expect(stdout).toContain("cut when it was recorded");
    expect(stdout).toContain("not available without the complete input");
    expect(stdout).not.toContain("destructive");
  });

  it("has no evidence where it shows the whole call, and none of a private session", async () => {
    const place = new ProgramPlace();
    await place.hook("PreToolUse", bash("ls"));
    const record = changeSpooled(place, (same) => same);
    expect(record).not.toHaveProperty("evidence");
    expect(record).not.toHaveProperty("marks");
    const other = new ProgramPlace();
    await other.hook("PreToolUse", bash(CUT_IN_TWO), { env: { SNAPHOOK_PRIVATE: "1" } });
    expect(spooledFiles(other.state)).toEqual([]);
  });

  it("marks what was redacted, and its evidence is redacted too", async () => {
    const place = new ProgramPlace();
    const secret = `ghp_${"aB3dE6gH9j".repeat(4).slice(0, 36)}`;
    await place.hook(
      "PreToolUse",
      bash(`${CUT_IN_TWO}; curl -H "Authorization: Bearer ${secret}" https://example.com`),
    );
    await place.hook("PreToolUse", bash(`curl -H "Authorization: Bearer ${secret}" https://example.com`));
    const files = spooledFiles(place.state);
    expect(files).toHaveLength(2);
    for (const file of files) expect(readFileSync(file, "utf8")).not.toContain(secret);
    const [long, short] = files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Json);
    expect(long).toMatchObject({
      marks: { "tool_input.command": "cut" },
      evidence: { marks: { "input.command": "redacted" } },
    });
    expect(short).toMatchObject({ marks: { "tool_input.command": "redacted" } });
    expect(short).not.toHaveProperty("evidence");
  });

  it("says what an observing hook would have answered", async () => {
    const place = new ProgramPlace();
    place.writeUser(
      "hooks.json",
      own({ guard: true, mode: "observe", command: `echo '{"decision":"deny","reason":"not here"}'` }),
    );
    await place.hook("PreToolUse", bash("make"));
    const id = await lastId(place);
    expect(await place.json(["why", id])).toMatchObject({
      verdict: "none",
      hooks: expect.arrayContaining([
        expect.objectContaining({ id: "own", outcome: "observed", would: { verdict: "deny", reason: "not here" } }),
      ]),
    });
    expect((await place.run(["why", id])).stdout).toContain("it would have answered: deny: not here");
    expect((await place.run(["log"])).stdout).toContain("own would deny");
  });

  it("keeps the end of a hook's stderr, redacted, also of one that ran out of time", async () => {
    const place = new ProgramPlace();
    const secret = `ghp_${"kL3mN6pQ9r".repeat(4).slice(0, 36)}`;
    const noise = `for i in $(seq 400); do echo "line $i of noise" >&2; done`;
    place.writeUser("hooks.json", {
      hooks: [
        { id: "says", event: "PreToolUse", command: `${noise}; echo "token ${secret} last" >&2` },
        { id: "late", event: "PreToolUse", command: "echo waiting for the lock >&2; sleep 600", timeoutMs: 4000 },
      ],
    });
    await place.hook("PreToolUse", bash("make"));
    const record = await place.json<{ readonly hooks: readonly Json[] }>(["why", await lastId(place)]);
    const stderrOf = (id: string) => String(record.hooks.find((hook) => hook["id"] === id)?.["stderr"]);
    expect(stderrOf("says")).toMatch(/last\n?$/);
    expect(stderrOf("says")).not.toContain(secret);
    expect(stderrOf("says").length).toBeLessThanOrEqual(2_000);
    expect(stderrOf("late")).toContain("waiting for the lock");
  });

  it("of an older version is shown with what it cannot tell", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", own({ guard: true, command: `echo '{"decision":"deny","reason":"no"}'` }));
    await place.hook("PreToolUse", bash("rm -rf /usr/lib"));
    const { id } = changeSpooled(place, ({ version, sent, marks, input, engine, policy, notes, hooks, ...record }) => ({
      ...record,
      notes: (notes as readonly Json[]).map(({ code }) => ({ code })),
      hooks: (hooks as readonly Json[]).map(({ reason, stderr, would, ...hook }) => hook),
    }));
    expect(await place.json(["why", id])).toMatchObject({ finalInputComplete: "unknown", effects: null });
    const { stdout } = await place.run(["why", id]);
    expect(stdout).toContain("sent     unknown");
    expect(stdout).toContain("recorded by an older version, which may have cut it");
  });

  it("is made of a call that could not be checked", async () => {
    const place = new ProgramPlace();
    const deep = { SNAPHOOK_DEPTH: "5" };
    const said = (await place.hook("PreToolUse", bash("make"), { env: deep })) as Json;
    expect(said["hookSpecificOutput"]).toMatchObject({ permissionDecision: expect.stringMatching(/ask|deny/) });
    expect(await place.json(["why", await lastId(place)])).toMatchObject({
      verdict: expect.stringMatching(/ask|deny/),
      notes: expect.arrayContaining([expect.objectContaining({ code: "CALL_FAILED" })]),
    });
  });
});

/** The one record that waits in the spool, as another version would have written it. */
function changeSpooled(place: ProgramPlace, change: (record: Json) => Json): Json & { readonly id: string } {
  const [file, ...more] = spooledFiles(place.state);
  expect(more).toEqual([]);
  const record = change(JSON.parse(readFileSync(file!, "utf8")) as Json);
  writeFileSync(file!, JSON.stringify(record));
  return record as Json & { readonly id: string };
}
