import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { BuiltinPlace } from "../support/builtin-place.js";
import { ProgramPlace } from "../support/program.js";
import { READS } from "../support/reading-commands.js";

const NAME = "read-only-approve";
/** These are for other tools than shells. */
const OF_OTHER_TOOLS = ["ask-user-question", "exit-plan-mode"];
const GUARDS = Object.values(BUILTINS).filter(
  ({ name, guard, events }) => guard && events.includes("PreToolUse") && !OF_OTHER_TOOLS.includes(name),
);

describe("read-only-approve", () => {
  it("T8 SE-13 allows what only reads, and says nothing of all else", () => {
    const place = new BuiltinPlace();
    const answer = (tool: string, input: object, more = {}) => place.call(NAME, tool, input as never, more)?.verdict;
    expect(answer("Bash", { command: "ls | head" })).toBe("allow");
    expect(answer("Bash", { command: "ls > x" })).toBeUndefined();
    expect(answer("Bash", { command: "ls", run_in_background: true })).toBeUndefined();
    expect(answer("Bash", { command: "ls", dangerouslyDisableSandbox: true })).toBeUndefined();
    expect(answer("Bash", { command: "ls", commands: ["ls", "rm x"] })).toBeUndefined();
    expect(answer("Bash", { command: "ls" }, { payload: { native_tool_name: "write_bash" } })).toBeUndefined();
    expect(answer("Bash", {})).toBeUndefined();
    for (const tool of ["PowerShell", "Write", "Edit", "WebFetch", "mcp__files__read_file", "constructor"])
      expect(answer(tool, { command: "ls", file_path: "a.md" })).toBeUndefined();
    expect(answer("Bash", { command: "make lint" }, { options: { also: ["make lint"] } })).toBe("allow");
  });

  it("T9 T10 allows tools that read files, unless the file holds secrets, whatever way leads to it", () => {
    const place = new BuiltinPlace();
    const key = place.write(join(place.home, ".ssh/id_rsa"), "x");
    symlinkSync(key, join(place.project, "notes.md"));
    const answer = (tool: string, input: object) => place.call(NAME, tool, input as never)?.verdict;
    expect(answer("Read", { file_path: join(place.project, "src/a.ts") })).toBe("allow");
    expect(answer("Grep", { pattern: "TODO", path: "src" })).toBe("allow");
    expect(answer("Glob", { pattern: "**/*.ts" })).toBe("allow");
    expect(answer("LS", { path: "." })).toBe("allow");
    for (const path of [".env", key, "~/.ssh/id_rsa", "notes.md", "sub/../.env"])
      expect(answer("Read", { file_path: path })).toBeUndefined();
    expect(answer("Glob", { pattern: "*", path: "~/.ssh" })).toBeUndefined();
    expect(answer("Read", { file_path: ["a"] })).toBeUndefined();
  });

  it("T8 no guard interrupts what it allows", async () => {
    const place = new BuiltinPlace();
    const interrupted: string[] = [];
    for (const command of READS) {
      expect(place.call(NAME, "Bash", { command })?.verdict, command).toBe("allow");
      for (const { name } of GUARDS)
        if ((await place.call(name, "Bash", { command }))?.verdict !== undefined)
          interrupted.push(`${name}: ${command}`);
    }
    expect(interrupted).toEqual([]);
  });

  it("T8 what it allows changes no file when a real bash runs it", () => {
    const place = new BuiltinPlace();
    const { project, home } = place;
    for (const file of ["README.md", "notes.md", "a.txt", "b.txt", "names.txt", "data.csv", "src/a.ts", "src/b.ts"])
      place.write(join(project, file), "one,2\ntwo,30\nTODO x\n");
    place.write(join(project, "package.json"), '{"scripts":{"test":"x"}}');
    const env = { PATH: process.env["PATH"]!, HOME: home, GIT_OPTIONAL_LOCKS: "0", GIT_CONFIG_NOSYSTEM: "1" };
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: project, env });
    for (const args of [
      ["init", "-q"],
      ["add", "."],
      ["commit", "-qm", "x"],
    ])
      git(...args);
    mkdirSync(join(home, "empty"));
    // Programs that every machine with bash and git has; nothing that asks another machine.
    const local = READS.filter(
      (command) => isLocal(command) && place.call(NAME, "Bash", { command })?.verdict === "allow",
    );
    expect(local.length).toBeGreaterThan(40);
    const before = snapshot(place.root);
    const script = local.map((command) => `(\n${command}\n)`).join("\n");
    const { error, signal } = spawnSync("bash", ["-c", script], { cwd: project, env, input: "", timeout: 170_000 });
    expect({ error, signal }).toEqual({ error: undefined, signal: null });
    expect(snapshot(place.root)).toEqual(before);
  });

  it("T8 SE-13 a guard's answer counts for more, and a person's entry is needed", async () => {
    const place = new ProgramPlace();
    const call = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
    expect(await place.fire("PreToolUse", call("git status"))).toMatchObject({ decision: "none" });
    place.writeUser("hooks.json", {
      hooks: [
        { builtin: NAME, event: "PreToolUse" },
        { event: "PreToolUse", command: 'echo \'{"decision":"block","reason":"no"}\'', matcher: "Bash", guard: true },
      ],
    });
    expect(await place.fire("PreToolUse", call("git status"))).toMatchObject({ decision: "deny" });
    // The command it then sees begins with what the other took away.
    place.writeUser("hooks.json", { hooks: [{ builtin: "env-isolation" }, { builtin: NAME, event: "PreToolUse" }] });
    expect(await place.fire("PreToolUse", call("git status"))).toMatchObject({ decision: "allow" });
    expect(await place.fire("PreToolUse", call("git push"))).toMatchObject({ decision: "none" });
  });
});

function isLocal(command: string): boolean {
  const [program = ""] = command.split(" ");
  return (
    /^(?:ls|cat|wc|grep|find|sort|sed|awk|tar|gzip|diff|stat|date|test|cd|for|if|echo|name=\S*|while|!|LC_ALL=C|set|\/usr\/bin\/wc|timeout|env|nice|bash|printf|command|time|git|ps|df)$/.test(
      program,
    ) && !/^git push|jq|curl/.test(command)
  );
}

/** Every file with what it holds, and when it was changed. */
function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const full = join(folder, path);
    if (!existsSync(full)) continue;
    const { mtimeMs, mode } = statSync(full);
    const hash = statSync(full).isFile() ? createHash("sha256").update(readFileSync(full)).digest("hex") : "";
    found[path] = `${mtimeMs} ${mode} ${hash}`;
  }
  return found;
}
