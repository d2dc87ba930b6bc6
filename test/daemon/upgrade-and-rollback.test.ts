/**
 * One installation from 0.1 to this version, back, and forward again, with real programs of both. Agents call the entries of
 * their own config files. The tests depend on each other, in this order; docs/upgrade.md says the same in words.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unpackOldProgram } from "../support/old-program.js";
import { onTerminal } from "../support/on-terminal.js";
import { DaemonPlace } from "../support/running-daemon.js";

const CONFIG = { "claude-code": ".claude/settings.json", codex: ".codex/hooks.json" };
type Agent = keyof typeof CONFIG;
interface Entries {
  readonly hooks: Readonly<Record<string, readonly { hooks: readonly { command: string }[] }[]>>;
}
const AGENTS = Object.keys(CONFIG) as Agent[];
const FORCE_PUSH = "git push --force";
const OWN_REASON = "Force pushes need a person. Push without --force.";

const cleanups: (() => void)[] = [];
let place: DaemonPlace;
let old: { readonly program: string; readonly permitted: false };
/** Calls that agents made so far; each has one record in the end. */
let called = 0;

beforeAll(async () => {
  place = new DaemonPlace((clean) => cleanups.unshift(clean));
  old = { program: unpackOldProgram(join(place.root, "old")), permitted: false };
  for (const args of [["install", ...AGENTS], ["add", "protect-commands"], ["init"]])
    expect((await place.run(args, old)).code, args.join(" ")).toBe(0);
  const { hash } = await place.json<{ hash: string }>(["trust"], old);
  expect((await place.run(["trust", "--hash", hash], old)).code).toBe(0);
});
afterAll(() => {
  for (const clean of cleanups) clean();
});

const entriesOf = (agent: Agent, event: string) => {
  const { hooks } = JSON.parse(readFileSync(join(place.home, CONFIG[agent]), "utf8")) as Entries;
  return (hooks[event] ?? []).flatMap((group) => group.hooks.map(({ command }) => command));
};

/** Runs the entry of the agent's config as the agent does; the last one, if there are two. */
function fire(agent: Agent, event: string, payload: object): Promise<string> {
  const id = `call-${++called}`;
  const child = spawn("sh", ["-c", entriesOf(agent, event).at(-1)!], { cwd: place.project, env: place.env });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stdin.end(
    JSON.stringify({
      session_id: `${agent}-session`,
      cwd: place.project,
      hook_event_name: event,
      permission_mode: "default",
      tool_use_id: id,
      ...payload,
    }),
  );
  return new Promise((done) => child.on("close", (code) => done(code === 0 ? stdout : `exit code ${code}`)));
}

/** Why the call was denied; undefined if nothing was said against it. */
async function denial(agent: Agent, command: string): Promise<string | undefined> {
  const printed = await fire(agent, "PreToolUse", { tool_name: "Bash", tool_input: { command } });
  const { hookSpecificOutput: answer } = JSON.parse(printed || "{}") as {
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
  };
  return answer?.permissionDecision === "deny" ? answer.permissionDecisionReason : undefined;
}

/** Both agents are guarded: by the user's own guard, and not more than that. */
async function expectGuarded(): Promise<void> {
  for (const agent of AGENTS) {
    expect(await denial(agent, "rm -rf /etc"), agent).toContain("/etc");
    expect(await denial(agent, "ls"), agent).toBeUndefined();
  }
}

const copies = () => readdirSync(join(place.data, "versions")).filter((name) => !name.startsWith("."));

describe("from 0.1 to this version and back", () => {
  it("0.1 guards both agents and fills its store", async () => {
    await place.up({}, old.program);
    await fire("claude-code", "SessionStart", { source: "startup" });
    await fire("claude-code", "UserPromptSubmit", { prompt: "where is the harbour" });
    await expectGuarded();
    expect(await denial("claude-code", FORCE_PUSH)).toContain(OWN_REASON);
    await expect.poll(async () => (await place.events()).length).toBe(called);
    await place.kill();
  });

  it("upgrade: entries and launcher of 0.1 reach the new daemon, which keeps the store", async () => {
    await place.up();
    const before = called;
    await expectGuarded();
    await expect.poll(async () => (await place.events()).length).toBe(called);
    // Records say which version decided; 0.1 did not write that yet.
    expect((await place.events()).filter(({ engine }) => engine !== undefined)).toHaveLength(called - before);
    const { batches } = await place.json<{ batches: object[] }>(["session", "claude-code-session"]);
    expect(batches).toMatchObject([{ prompt: "where is the harbour" }]);
    const [first] = (await place.events()).filter(({ reason }) => reason?.includes(OWN_REASON));
    expect((await place.run(["why", first!.id])).stdout).toContain(OWN_REASON);
  });

  it("upgrade: a guard that was approved before signatures blocks until a person signs it", async () => {
    const blocked = await denial("claude-code", FORCE_PUSH);
    expect(blocked).toBeDefined();
    expect(blocked).not.toContain(OWN_REASON);
    expect((await place.run(["status"])).stdout).toContain("no-force-push");
    expect((await onTerminal(place, ["sign"])).stdout).toContain("Signed.");
    expect(await denial("claude-code", FORCE_PUSH)).toContain(OWN_REASON);
  });

  it("upgrade: `install` replaces the launcher, wires each agent once and leaves the old copy to calls under way", async () => {
    const [before] = copies();
    expect((await place.run(["install", ...AGENTS])).code).toBe(0);
    for (const agent of AGENTS) expect(entriesOf(agent, "PreToolUse")).toHaveLength(1);
    expect(copies()).toHaveLength(2);
    expect(copies()).toContain(before);
    await expectGuarded();
    expect(await denial("codex", FORCE_PUSH)).toContain(OWN_REASON);
    await expect.poll(async () => (await place.events()).length).toBe(called);
    await place.kill();
  });

  it("rollback: the new launcher gets answers while a daemon of 0.1 runs, and the newer store is left alone", async () => {
    await place.up({}, old.program);
    await expectGuarded();
    expect(await denial("claude-code", FORCE_PUSH)).toContain(OWN_REASON);
    const sessions = await place.run(["sessions"], old);
    expect(sessions.stdout + sessions.stderr).toContain("STORE_NEWER");
    await place.kill();
  });

  it("rollback: `uninstall` of this version, then `install` of 0.1; approvals hold, no entry is there twice", async () => {
    expect((await place.run(["uninstall", ...AGENTS])).code).toBe(0);
    expect((await place.run(["install", ...AGENTS], old)).code).toBe(0);
    for (const agent of AGENTS) expect(entriesOf(agent, "PreToolUse")).toHaveLength(1);
    await expectGuarded();
    expect(await denial("codex", FORCE_PUSH)).toContain(OWN_REASON);
    expect(place.spooled().length).toBeGreaterThan(0);
  });

  it("forward again: nothing is lost, and nothing has to be approved again", async () => {
    expect((await place.run(["install", ...AGENTS])).code).toBe(0);
    await place.up();
    await expect.poll(() => place.spooled()).toEqual([]);
    await expect.poll(async () => (await place.events()).length).toBe(called);
    await expectGuarded();
    expect(await denial("claude-code", FORCE_PUSH)).toContain(OWN_REASON);
    await place.kill();
  });
});
