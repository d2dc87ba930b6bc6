/** The daemon is restarted or stopped, or the agent ends, while a call waits: what agent, user and views are told. */
import { expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const CTRL_C = "key:\u0003";

async function place(): Promise<DaemonPlace> {
  const made = new DaemonPlace();
  made.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  made.writeUser("daemon.json", { approvals: { desktop: false } });
  await made.wire();
  await made.up();
  return made;
}

const payload = (at: DaemonPlace) => ({
  session_id: "s",
  cwd: at.project,
  permission_mode: "bypassPermissions",
  ...bash("make release"),
});
const held = (at: DaemonPlace) => expect.poll(async () => (await at.asks()).length).toBe(1);

it("a view reconnects after `restart`, which says that a call ended; `down` ends the view", async () => {
  const at = await place();
  try {
    const view = onTerminal(at, ["up"], { text: "The daemon was restarted.", type: "" });
    await expect.poll(async () => (await at.status()).attended).toBe(true);
    const first = at.launch("codex", "PreToolUse", payload(at));
    await held(at);
    expect((await at.run(["restart"])).stdout).toContain("1 waiting call ended without an answer.");
    const told = (await first).stdout;
    expect(told).toContain("The daemon was stopped or restarted.");
    expect(told).not.toContain("No answer within");
    await expect.poll(async () => (await at.status()).attended).toBe(true);
    const second = at.launch("codex", "PreToolUse", payload(at));
    await held(at);
    expect((await at.run(["down"])).stdout).toContain("1 waiting call ended without an answer.");
    await second;
    expect((await view).stdout).toContain("The daemon has stopped.");
  } finally {
    await at.run(["down"]);
  }
});

it("`up` that is itself the daemon says that it was restarted elsewhere, and what to run", async () => {
  const at = await place();
  await at.run(["down"]);
  try {
    const view = onTerminal(at, ["up"], { text: "restarted elsewhere", type: CTRL_C });
    await expect.poll(async () => (await at.ask({ path: "/v1/status" })).kind).toBe("ok");
    await expect.poll(async () => (await at.status()).attended).toBe(true);
    await at.run(["restart"]);
    const stdout = (await view).stdout.replace(/\s+/g, " ");
    expect(stdout).toMatch(/The daemon was restarted elsewhere.*Run `snaphook up` again/);
  } finally {
    await at.run(["down"]);
  }
});

it("an agent that ended while its call waited was sent nothing: `why` and `log` say so", async () => {
  const at = await place();
  await at.attend();
  const agent = at.start("codex", "PreToolUse");
  agent.stdin!.end(JSON.stringify(payload(at)));
  await held(at);
  agent.kill("SIGKILL");
  await expect.poll(async () => (await at.run(["why"])).stdout).toContain("nothing: the agent had gone");
  const why = (await at.run(["why"])).stdout;
  expect(why).toMatch(/^ask on PreToolUse/);
  expect(why).not.toMatch(/No answer within|deny to the agent/);
  expect((await at.run(["log"])).stdout).toContain("nothing was sent: the agent had gone");
});

it("`why` of an approved call says first who approved it, and offers no exception", async () => {
  const at = await place();
  await at.attend();
  const call = at.launch("codex", "PreToolUse", payload(at));
  await held(at);
  const [ask] = await at.asks();
  await at.answerAsk(ask!, "allow");
  await call;
  await expect.poll(async () => (await at.run(["why"])).code).toBe(0);
  const { stdout } = await at.run(["why"]);
  expect(stdout).toMatch(
    /^approved on PreToolUse.*\n {2}approved by ann at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d through terminal\n/,
  );
  expect(stdout).not.toContain("False alarm?");
});
