/** The menu as a person uses it: real terminals, daemons, hooks and agents' calls. */
import { describe, expect, it } from "vitest";
import { MenuTerminal } from "../support/menu-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const HOOKS = {
  hooks: {
    PreToolUse: [
      { id: "release-guard", guard: true, matcher: "Bash(make release*)", command: says("deny", "Not on Fridays.") },
      { id: "quiet", matcher: "Edit", command: "true" },
    ],
  },
};

describe.each([80, 40])("at %i columns", (columns) => {
  it("CF-28 AX-14 browses hooks, tests one with the last real payload, and disables it with the code of `disable`", async () => {
    const place = new DaemonPlace();
    place.writeUser("hooks.json", HOOKS);
    const input = { session_id: "s1", cwd: place.project, ...bash("make release") };
    const called = await place.run(["hook", "claude-code", "PreToolUse"], { input });
    expect(called.stdout).toContain("Not on Fridays.");

    const menu = new MenuTerminal(place, { columns });
    await menu.until(/> Questions[\s\S]*q quit/);
    await menu.press("jj\r", /Hooks[\s\S]*> PreToolUse 3 hooks/);
    await menu.press("\r", /Bash, content make release/);
    await menu.press("j\r", /> release-guard guard user/);
    await menu.press("\r", /Not on Fridays[\s\S]*d disable/);
    await menu.press("w", /deny on PreToolUse Bash[\s\S]*make release/);
    await menu.press("q", /d disable/);
    await menu.press("t", /\$ \S.* test --last release-guard[\s\S]*"verdict":"deny"[\s\S]*Press Enter/);
    await menu.press("\r", /d disable/);
    menu.type("d");
    const [, code] = await menu.until(/\$ \S.* disable release-guard[\s\S]*Type (\w{4}) to/);
    await menu.press(`${code}\r`, /release-guard is now disabled[\s\S]*Press Enter/);
    await menu.press("\r", /inactive[\s\S]*e enable/);
    expect((await place.list()).find(({ id }) => id === "release-guard")!.enabled).toBe(false);
    await menu.press("e", /is now enabled[\s\S]*Press Enter/);
    await menu.press("\r", /d disable/);
    menu.type("\u0003");
    expect(await menu.ended).toEqual({ code: 130, restored: true });
    expect(menu.bytes.endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
  });
});

describe("without a terminal that it can draw on", () => {
  it("CF-28 `snaphook` prints the status and how to go on", async () => {
    const place = new DaemonPlace();
    const status = await place.run(["status"]);
    const plain = await place.run([]);
    expect(plain).toEqual({ ...status, stdout: `${status.stdout}\`snaphook help\` lists the commands.\n` });
    expect(JSON.parse((await place.run(["menu", "--json"])).stdout)).toMatchObject({ running: false });
  });

  it.each([
    ["CI", { env: { CI: "true" } }],
    ["TERM=dumb", { env: { TERM: "dumb" } }],
    ["39 columns", { columns: 39 }],
    ["0 rows and columns", { rows: 0, columns: 0 }],
  ])("so it does with %s", async (_, options) => {
    const menu = new MenuTerminal(new DaemonPlace(), options);
    expect(await menu.ended).toEqual({ code: 1, restored: true });
    expect(menu.bytes.replace(/\s+/g, " ")).toMatch(/^No daemon runs.*lists the commands\. $/);
  });
});
