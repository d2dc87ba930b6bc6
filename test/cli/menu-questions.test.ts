/** Questions of agents, answered in the menu: the held call is released as the person said. */
import { expect, it } from "vitest";
import { MenuTerminal } from "../support/menu-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

/** As `claude -p` and other runs without a person. */
const HEADLESS = { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" };

async function daemonThatAsks(): Promise<DaemonPlace> {
  const place = new DaemonPlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "release-guard", matcher: "Bash", command: says("ask", "Is it planned?") }] },
  });
  await place.wire();
  await place.up();
  return place;
}

async function openMenu(place: DaemonPlace, columns = 80): Promise<MenuTerminal> {
  const menu = new MenuTerminal(place, { columns });
  await menu.until(/Agents wait for your answer/);
  await expect.poll(async () => (await place.status()).attended).toBe(true);
  return menu;
}

const call = (place: DaemonPlace, command: string) =>
  place.launch(
    "claude-code",
    "PreToolUse",
    { session_id: "s1", cwd: place.project, permission_mode: "default", tool_use_id: "toolu_1", ...bash(command) },
    { env: HEADLESS },
  );
const decision = (stdout: string) => JSON.parse(stdout).hookSpecificOutput.permissionDecision;

it.each([80, 40])(
  "approves after the whole call was shown, with the code of `approve`, at %i columns",
  async (columns) => {
    const place = await daemonThatAsks();
    const menu = await openMenu(place, columns);
    const steps = Array.from({ length: 300 }, (_, i) => `echo step ${i}`);
    const held = call(place, [...steps, "make release # LAST"].join("\n"));
    await menu.until(/Questions \(1\) 1 agent waits for you/);
    await menu.press("\r", /> claude-code Bash: echo step 0/);
    await menu.press("\r", /echo step 0\b[\s\S]*\(a approve: read to the end first\)/);
    await menu.press("a", /Read to the end first/);
    // As high as the call, and too narrow to show it.
    menu.resize(500, 39);
    await menu.until(/needs 40 columns/);
    menu.resize(24, columns);
    await menu.until(/read to the end first\)/);
    const shown = [menu.screen];
    while (menu.screen.includes("(a approve")) {
      expect(shown.length, menu.screen).toBeLessThan(50);
      await menu.press(" ", /q back/);
      shown.push(menu.screen);
    }
    const whole = shown.join("\n").replace(/\n *[│┆] /g, "");
    for (const line of ["echo step 0", "echo step 150", "echo step 299", "make release # LAST"])
      expect(whole).toContain(line);
    menu.type("a");
    const [, code] = await menu.until(/\$ \S.* approve [\da-f]+[\s\S]*Type (\w{4}) to approve it once/);
    await menu.press(`${code}\r`, /Approved [\da-f]+ \(once\)[\s\S]*Press Enter/);
    expect(decision((await held).stdout)).toBe("allow");
    await menu.press("\r", /approved by[\s\S]*This question is closed/);
    menu.type("\u001b");
    await menu.until(/No question is open/);
    await menu.press("q", /Questions \(0\)/);
    menu.type("q");
    expect(await menu.ended).toEqual({ code: 0, restored: true });
  },
);

it("denies with a reason that the agent reads", async () => {
  const place = await daemonThatAsks();
  const menu = await openMenu(place);
  const held = call(place, "make release");
  await menu.until(/1 agent waits/);
  await menu.press("\r", /make release/);
  await menu.press("\r", /d deny/);
  await menu.press("d", /Reason for the agent/);
  await menu.press("use --dry-run 'first'\r", /deny '--reason=.*Rejected|Rejected[\s\S]*Press Enter/);
  const { stdout } = await held;
  expect(decision(stdout)).toBe("deny");
  expect(stdout).toContain("use --dry-run 'first'");
  menu.type("\r").type("\u0003");
  await menu.ended;
});

it("answers questions of an agent's own tool", async () => {
  const place = await daemonThatAsks();
  place.writeUser("hooks.json", { hooks: [{ builtin: "ask-user-question" }] });
  const menu = await openMenu(place, 40);
  const questions = [
    { question: "Which colour?", header: "C", options: [{ label: "Red" }, { label: "Blue" }], multiSelect: false },
  ];
  const held = place.launch(
    "claude-code",
    "PreToolUse",
    {
      session_id: "s1",
      cwd: place.project,
      tool_use_id: "t1",
      tool_name: "AskUserQuestion",
      tool_input: { questions },
    },
    { env: HEADLESS },
  );
  await menu.until(/1 agent waits/);
  await menu.press("\r", /> claude-code question/);
  await menu.press("\r", /Which colour\?[\s\S]*2\) Blue[\s\S]*a answer/);
  await menu.press("a", /Answer 1/);
  menu.type("2\r");
  const [, code] = await menu.until(/Type (\w{4}) to/);
  await menu.press(`${code}\r`, /Answered/);
  const { hookSpecificOutput } = JSON.parse((await held).stdout);
  expect(hookSpecificOutput).toMatchObject({
    permissionDecision: "allow",
    updatedInput: { answers: { "Which colour?": "Blue" } },
  });
  menu.type("\u0003");
  await menu.ended;
});

it("T5 T18 an agent that opens a terminal can neither approve nor disable with it, and holds no call", async () => {
  const place = await daemonThatAsks();
  await place.attend();
  const held = call(place, "make release");
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  const menu = new MenuTerminal(place, { env: { CLAUDECODE: "1" } });
  await menu.until(/Answers need a person in a terminal of their own/);
  await menu.press("\r", /make release/);
  await menu.press("\r", /a approve/);
  await menu.press("a", /HUMAN_ONLY_AGENT[\s\S]*Press Enter/);
  expect(menu.since).not.toContain("Type ");
  expect((await place.asks()).length).toBe(1);
  await menu.press("\r", /a approve/);
  await menu.press("qq", /> Questions/);
  await menu.press("jj\r", /> PreToolUse/);
  await menu.press("\r", /> /);
  await menu.press("j\r", /release-guard/);
  await menu.press("d", /HUMAN_ONLY_AGENT[\s\S]*Press Enter/);
  expect((await place.list()).find(({ id }) => id === "release-guard")!.enabled).toBe(true);
  menu.type("\u0003");
  await menu.ended;
  const [ask] = await place.asks();
  await place.answerAsk(ask!, "deny");
  expect(decision((await held).stdout)).toBe("deny");
});
