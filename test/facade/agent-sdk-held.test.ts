/** A program on the Claude Agent SDK whose hook asks: the daemon holds the call. */
import { beforeEach, expect, it } from "vitest";
import { type AgentSdkOptions, agentSdkHooks } from "../../src/claude-agent-sdk.js";
import { says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  await place.up();
  await place.attend();
});

async function call(options: AgentSdkOptions = {}, signal = new AbortController().signal) {
  const hooks = await agentSdkHooks({ cwd: place.project, environment: place.env, ...options });
  const input = {
    hook_event_name: "PreToolUse",
    session_id: "s1",
    cwd: place.project,
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command: "make release" },
    tool_use_id: "t1",
  };
  const answer = await hooks.PreToolUse![0]!.hooks[0]!(input, "t1", { signal });
  return answer.hookSpecificOutput as { permissionDecision?: string; permissionDecisionReason?: string };
}
const held = async () => {
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return (await place.asks())[0]!;
};

it("AD-22 the call waits, and gets the person's answer", async () => {
  const allowed = call();
  const ask = await held();
  expect(ask).toMatchObject({ agent: "claude-agent-sdk", tool: "Bash", summary: "make release", reason: "release?" });
  await place.answerAsk(ask, "allow");
  expect(await allowed).toMatchObject({ permissionDecision: "allow" });
  const denied = call();
  await place.answerAsk(await held(), "deny", { reason: "not on a Friday" });
  expect(await denied).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("not on a Friday"),
  });
});

it("AD-22 a late answer lets the same call pass once; when the SDK gives up, the question is kept", async () => {
  const gone = new AbortController();
  const left = call({}, gone.signal);
  const ask = await held();
  gone.abort();
  await left;
  await expect.poll(async () => (await place.asks("pending"))[0]?.state).toBe("parked");
  await place.answerAsk(ask, "allow");
  expect(await call()).toMatchObject({ permissionDecision: "allow" });
  const again = call();
  await place.answerAsk(await held(), "deny");
  expect(await again).toMatchObject({ permissionDecision: "deny" });
});

interface Case {
  readonly presence?: "interactive";
  readonly env?: Readonly<Record<string, string>>;
  readonly kill?: true;
  readonly says: string;
}
const NOBODY = "no user can be asked now";
const CASES: Readonly<Record<string, Case>> = {
  "a program that asks its own person": { presence: "interactive", says: "release?" },
  CI: { env: { CI: "1" }, says: NOBODY },
  "a private session": { env: { SNAPHOOK_PRIVATE: "1" }, says: NOBODY },
  "a daemon that has gone": { kill: true, says: NOBODY },
};

it.each(Object.entries(CASES))("AD-22 it is not held for %s", async (_, { presence, env, kill, says: reason }) => {
  if (kill) await place.kill();
  const options = presence === undefined ? {} : { presence };
  const answer = await call({ ...options, environment: { ...place.env, ...env } });
  expect(answer.permissionDecision).toBe("ask");
  expect(answer.permissionDecisionReason).toContain(reason);
  if (!kill) expect(await place.asks()).toEqual([]);
});
