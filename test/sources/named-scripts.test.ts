import { describe, expect, it } from "vitest";
import type { CommandRun } from "../../src/core/hooks/hook.js";
import { namedScripts } from "../../src/sources/trust/named-scripts.js";

const PLACES = { home: "/home/me", project: "/srv/shop" };
const named = (run: Omit<CommandRun, "type">) => namedScripts({ type: "command", ...run }, PLACES);

describe("scripts a command names", () => {
  it.each([
    ["./check.sh", ["/srv/shop/check.sh"]],
    ["./check --all", ["/srv/shop/check"]],
    ["node rules/check.mjs --strict", ["/srv/shop/rules/check.mjs"]],
    ["node --no-warnings check.mjs", ["/srv/shop/check.mjs"]],
    ["python3 guard", ["/srv/shop/guard"]],
    ["bash -e hooks/guard", ["/srv/shop/hooks/guard"]],
    [`sh "$CLAUDE_PROJECT_DIR"/.claude/check.sh`, ["/srv/shop/.claude/check.sh"]],
    ["${CLAUDE_PROJECT_DIR}/bin/guard", ["/srv/shop/bin/guard"]],
    ["~/hooks/check.py", ["/home/me/hooks/check.py"]],
    ["$HOME/hooks/guard", ["/home/me/hooks/guard"]],
    ["cat | ./filter && FAST=1 ./b.sh; (node c.js)", ["/srv/shop/b.sh", "/srv/shop/c.js", "/srv/shop/filter"]],
    ["timeout 5 'scripts/a.sh'", ["/srv/shop/scripts/a.sh"]],
    ["../outside.sh", []],
    ["/usr/bin/jq -r .tool_name", []],
    ["jq -r .tool_name | grep Bash", []],
    ["echo done >> log.txt", []],
  ])("finds in `%s`: %j", (command, expected) => {
    expect(named({ command })).toEqual(expected);
  });

  it("looks from the hook's own folder, and takes a program's arguments as they are", () => {
    expect(named({ command: "./a.sh", cwd: "/opt/tools" })).toEqual(["/opt/tools/a.sh"]);
    expect(named({ command: "/srv/shop/my checks/run", exec: true })).toEqual(["/srv/shop/my checks/run"]);
    expect(named({ command: "node", args: ["lib/x.mjs", "--y"], exec: true })).toEqual(["/srv/shop/lib/x.mjs"]);
  });

  it("finds them among the arguments that a shell command is handed", () => {
    expect(named({ command: "node", args: ["lib/check", "x"] })).toEqual(["/srv/shop/lib/check"]);
    expect(named({ command: "cat | timeout 5", args: ["./a.sh"] })).toEqual(["/srv/shop/a.sh"]);
  });

  it("finds none in hooks that are no commands", () => {
    expect(namedScripts({ type: "http", url: "https://example.com/a.sh" }, PLACES)).toEqual([]);
  });
});
