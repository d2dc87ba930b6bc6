import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../../src/builtins/_registry.js";
import type { HookOutput } from "../../../src/core/decision/decision.js";

const home = "/home/ada";
const project = `${home}/work/shop`;
const PLACE = {
  home,
  project,
  cwd: project,
  config: `${home}/.config/snaphook`,
  managed: "/etc/snaphook",
  data: `${home}/.local/share/snaphook`,
  state: `${home}/.local/state/snaphook`,
  cache: `${home}/.cache/snaphook`,
  sockets: "/run/user/1000/snaphook",
  platform: "linux",
  environment: {},
} as const;

async function verdict(command: string) {
  const approve = BUILTINS["read-only-approve"]!.make(PLACE, {}, {} as never);
  const payload = { hook_event_name: "PreToolUse", cwd: project, tool_name: "Bash", tool_input: { command } };
  return ((await approve(payload as never, undefined as never)) as HookOutput | undefined)?.verdict;
}

describe("read-only-approve", () => {
  it.each([
    "env",
    "printenv",
    "export -p",
    "set",
    'echo "$NPM_TOKEN"',
    "printenv NPM_TOKEN",
    "terraform output",
    "terraform output -json",
    "terraform state show aws_db_instance.main",
    "helm get values shop",
    "docker compose config",
    "systemctl show-environment",
    "docker exec web env",
    "git show :.env",
    "cat .e*",
  ])("never approves printing secrets: %s", async (command) => {
    expect(await verdict(command)).toBeUndefined();
  });

  it.each([
    "sort -o out.txt in.txt",
    "find . -fprint list.txt",
    "yq -i .a b.yml",
    "git log --output=log.txt",
    "uniq a b",
  ])("never approves writing through an option: %s", async (command) => {
    expect(await verdict(command)).toBeUndefined();
  });

  it.each(["printenv PATH", "docker compose config --services", "terraform state list", "sort in.txt", "set -e"])(
    "approves what only reads: %s",
    async (command) => {
      expect(await verdict(command)).toBe("allow");
    },
  );
});
