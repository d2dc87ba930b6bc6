/** The live view on a real terminal: calls with their command, a pinned question with its keys, and what Ctrl-C leaves. */
import { expect, it } from "vitest";
import { findDaemon } from "../../src/client/daemon-control.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { tooWide } from "../support/terminal-width.js";

const COLUMNS = 80;
const CTRL_C = "key:\u0003";

const RELEASE_GUARD = {
  id: "release-guard",
  matcher: "Bash(make release*)",
  command: says("ask", "Is this release planned?"),
};

it("pins a question, denies it by a key, shows one line per call and says where to look next", async () => {
  const place = new DaemonPlace();
  place.writeUser("hooks.json", {
    hooks: {
      PreToolUse: [{ id: "quiet", command: "true" }, RELEASE_GUARD],
    },
  });
  await place.wire();
  const view = onTerminal(place, ["up"], {
    columns: COLUMNS,
    text: "re:asks \\(([0-9a-f]+)",
    type: "key:d",
    then: [["denied by ", CTRL_C]],
  });
  await expect.poll(async () => (await findDaemon(place)).state).toBe("running");
  await expect.poll(async () => (await place.status()).attended).toBe(true);
  const call = (more: object) => ({
    session_id: "s1",
    cwd: place.project,
    permission_mode: "bypassPermissions",
    ...more,
  });
  await place.launch("codex", "PreToolUse", call({ ...bash("npm test -- --reporter=dot"), agent_id: "sub-1" }));
  const { stdout } = await place.launch("codex", "PreToolUse", call(bash("make release")));
  expect(stdout).toContain("deny");

  const shown = (await view).stdout.replaceAll("\r", "");
  const plain = shown.replace(/\u001b\[[\d;]*[A-Za-z]/g, "");
  expect(plain).toMatch(/^\d\d:\d\d:\d\d · codex +↳ npm test -- --reporter=dot +[\da-f]{8}$/m);
  expect(plain).toMatch(/^\? codex asks \([0-9a-f]+, \d+ s left\) {2}make release$/m);
  expect(plain).toContain("  Is this release planned?");
  expect(plain).toContain("  d deny   a show all of it and approve");
  expect(plain).toMatch(/^\d\d:\d\d:\d\d ✗ codex +make release {3}denied by \S+ \(terminal.*… +[\da-f]{8}$/m);
  expect(plain).not.toContain("quiet");
  expect(shown.split("\u0007")).toHaveLength(2); // a bell, for the one question
  expect(plain).toMatch(/2 calls · 1 stopped · p50 \d+ ms · p95 \d+ ms/);
  expect(plain).toMatch(/Next: `snaphook log` shows these calls/);
  expect(tooWide(plain, COLUMNS)).toEqual([]);
});

it("T4a an agent that opens a terminal approves nothing in the view", async () => {
  const place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [RELEASE_GUARD] } });
  await place.wire();
  await place.up();
  await place.attend();
  const held = place.launch("codex", "PreToolUse", { session_id: "s1", cwd: place.project, ...bash("make release") });
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  const { stdout } = await onTerminal(place, ["up"], {
    columns: COLUMNS,
    env: { CLAUDECODE: "1" },
    text: "re:asks \\(([0-9a-f]+)",
    type: "key:a",
    then: [["HUMAN_ONLY_AGENT", CTRL_C]],
  });
  expect(stdout).toContain("HUMAN_ONLY_AGENT");
  expect(stdout).not.toContain("Type ");
  const [ask] = await place.asks();
  await place.answerAsk(ask!, "deny");
  expect((await held).stdout).toContain("deny");
});
