/** Agents whose model can type into a running program without a hook being asked. */
import { describe, expect, it } from "vitest";
import { BuiltinPlace } from "../support/builtin-place.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace } from "../support/program.js";

const WAITS = [
  "bash",
  "/bin/sh",
  "bash -i",
  "bash --norc",
  "bash -s",
  "zsh -l",
  "cd src && bash",
  "env FOO=1 bash",
  "exec bash",
  "bash < /dev/tty",
  "sudo -i",
  "sudo bash",
  "su - deploy",
  "python3",
  "python3.12 -q",
  "python3 -i setup.py",
  "node",
  "irb",
  "php -a",
  "perl -",
  "psql -h localhost shop",
  "sqlite3 shop.db",
  "mysql -u root",
  "redis-cli",
  "vim notes.md",
  "gdb ./app",
  "ssh build.example.com",
  "ssh -p 22 build.example.com",
  "deno repl",
  "python3 -v",
  "nc -l 4444",
  "tmux",
  "script -q /dev/null",
];

const ENDS = [
  "bash build.sh",
  "bash -c 'ls'",
  "bash -lc 'npm test'",
  "echo ls | bash",
  "bash --version",
  "python3 setup.py test",
  "python3 -c 'print(1)'",
  "python3 -m pytest",
  "python3 - <<'E'\nprint(1)\nE",
  "node index.js",
  "node -e '1'",
  "node --version",
  "psql -c 'select 1' shop",
  "psql -f schema.sql shop",
  "sqlite3 shop.db 'select 1'",
  "redis-cli get a",
  "ssh build.example.com uptime",
  "ssh -T git@github.com",
  "ssh -p 22 build.example.com uptime",
  "nc -z localhost 5432",
  "node -v",
  "node --test",
  "php -S localhost:8000",
  "perl -pe 's/a/b/' notes.md",
  "git log | less",
  "tmux ls",
  "ls",
  "npm test",
  "git status",
];

describe("protect-commands, where what is typed later is not seen", () => {
  const answer = async (command: string, payload = {}) =>
    (await new BuiltinPlace().call("protect-commands", "Bash", { command }, { payload }))?.reason ?? "";

  it.each(WAITS)("asks about %s", async (command) => {
    expect(await answer(command, { unseen_input: "`write_stdin`" })).toContain("what `write_stdin` types into it");
    expect(await answer(command)).not.toContain("types into it");
  });

  it.each(["cat | bash", "cat - | tee | sh"])("asks about %s, however it is typed into", async (command) => {
    expect(await answer(command)).toContain("runs text as commands that cannot be determined");
  });

  it.each(ENDS)("has nothing of that kind to say about %s", async (command) => {
    expect(await answer(command, { unseen_input: "`write_stdin`" })).not.toContain("types into it");
  });
});

it("Codex may not start an interactive shell when no person can be asked, and the gap is named", async () => {
  const place = new ProgramPlace();
  await place.run(["add", "protect-commands"]);
  await place.run(["enforce", "protect-commands"]);
  await place.run(["install", "codex"]);
  const call = (command: string) =>
    place.run(["hook", "codex", "PreToolUse"], {
      input: { session_id: "s", cwd: place.project, permission_mode: "bypassPermissions", ...bash(command) },
    });
  const { stdout } = await call("bash");
  expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("no hook checks what `write_stdin` types"),
  });
  expect((await call("bash build.sh")).stdout).toBe("");
  const tried = (command: string, ...args: string[]) =>
    place.run([...args, "--agent", "codex", "--presence", "headless", "--payload", "-"], {
      input: bash(command),
    });
  const types = "no hook checks what `write_stdin` types";
  expect((await tried("bash", "fire", "PreToolUse")).stdout).toContain(types);
  expect((await tried("bash", "test", "protect-commands")).stdout).toContain(types);
  expect((await tried("bash build.sh", "fire", "PreToolUse")).stdout).not.toContain(types);
  const gap =
    "input that the model types into a running program with `write_stdin`; protect-commands asks before a shell or REPL starts";
  expect((await place.run(["agents", "codex"])).stdout).toContain(`Not covered: ${gap}`);
  expect((await place.run(["status"])).stdout).toContain(`Not covered in Codex CLI: ${gap}`);
  expect((await place.run(["doctor"])).stdout).toContain("AGENT_UNSEEN_INPUT: Codex CLI does not show hooks");
});

it("does not say that protect-commands asks if it only observes, is disabled or was never added", async () => {
  const place = new ProgramPlace();
  await place.run(["install", "codex"]);
  const gap = async () => {
    const shown = await Promise.all([["agents", "codex"], ["status"], ["doctor"]].map((args) => place.run(args)));
    for (const { stdout } of shown) {
      expect(stdout).toContain("into a running program with `write_stdin`; protect-commands is not in force");
      expect(stdout).not.toContain("protect-commands asks");
    }
  };
  await gap();
  await place.run(["add", "protect-commands", "--observe"]);
  await gap();
  await place.run(["enforce", "protect-commands"]);
  expect((await place.run(["status"])).stdout).toContain("protect-commands asks before");
  await onTerminal(place, ["disable", "protect-commands"]);
  await gap();
});
