/** Programs of a project that are called like those of the system, on a path that leads there first. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logged } from "../support/hook-log.js";
import { bash, PROGRAM, ProgramPlace } from "../support/program.js";

const AGENTS = ["claude", "codex", "gemini", "opencode", "pi", "qwen", "kimi", "copilot", "cursor-agent", "cline"];
const SYSTEM = ["git", "node", "perl", "sh", "bash", "tail", "cat", "dd", "env", "uname", "id", "ps", "which", "npm"];

class PlantedPlace extends ProgramPlace {
  readonly canary = join(this.root, "canary");

  override get env(): Record<string, string> {
    const folders = [".", "node_modules/.bin", "", this.project, join(this.project, "node_modules/.bin")];
    return { ...super.env, PATH: [...folders, process.env["PATH"]].join(":") };
  }

  plant(): void {
    for (const name of [...AGENTS, ...SYSTEM])
      for (const folder of [".", "node_modules/.bin"]) {
        const program = this.write(join(folder, name), `#!/bin/sh\necho ${name} >> '${this.canary}'\necho 1.2.3\n`);
        chmodSync(program, 0o755);
      }
    this.write(".git/HEAD", "ref: refs/heads/main\n");
    const evil = this.path("git");
    const keys = ["fsmonitor", "pager", "editor", "sshCommand"].map((key) => `\t${key} = ${evil}\n`).join("");
    this.write(".git/config", `[core]\n${keys}\thooksPath = ${this.project}\n[alias]\n\tstatus = !${evil}\n`);
  }

  get started(): string {
    return existsSync(this.canary) ? readFileSync(this.canary, "utf8") : "";
  }
}

describe("programs that a project brings", () => {
  it("T16 none of them is started by a command, whatever the path says", async () => {
    const place = new PlantedPlace();
    place.plant();
    for (const args of [
      ["agents"],
      ["agents", "claude-code"],
      ["install", "claude-code", "codex"],
      ["install", "--project", "claude-code"],
      ["doctor"],
      ["validate"],
      ["status"],
      ["uninstall", "--project", "claude-code"],
    ])
      await place.run(args);
    logged(place.state);
    const follow = spawn(process.execPath, [PROGRAM, "log", "--follow"], { cwd: place.project, env: place.env });
    await new Promise((done) => follow.stdout.once("data", done));
    follow.kill();
    expect(place.started).toBe("");
  });

  it("T16 the launcher finds no Node in the project when its own is gone", async () => {
    const place = new PlantedPlace();
    await place.run(["install", "claude-code"]);
    const launcher = join(place.data, "launch");
    const text = readFileSync(launcher, "utf8");
    writeFileSync(launcher, text.replaceAll(process.execPath, "/nowhere/node"));
    place.plant();
    const child = spawn(launcher, ["claude-code", "PreToolUse"], { cwd: place.project, env: place.env });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      printed += more;
    });
    child.stdin.end(JSON.stringify({ cwd: place.project, ...bash("ls") }));
    await new Promise((done) => child.once("close", done));
    expect(text).toContain(process.execPath);
    expect(printed).toContain('"permissionDecision":"deny"');
    expect(place.started).toBe("");
  });

  it("T16 agents outside the project are found and asked, far from it", async () => {
    const place = new PlantedPlace();
    const folder = join(place.root, "programs");
    const claude = place.write(join(folder, "claude"), `#!/bin/sh\npwd > '${place.canary}'\necho 9.8.7\n`);
    chmodSync(claude, 0o755);
    const env = { PATH: `${folder}:${place.env["PATH"]}` };
    const [agent] = await place.json<{ program: string; version: string }[]>(["agents", "claude-code"], { env });
    expect(agent).toMatchObject({ program: claude, version: "9.8.7" });
    expect(place.started).toBe("/\n");
  });
});
