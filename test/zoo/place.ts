/** One repository of the zoo: a home, the places of the program, a project, and what must never happen there. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What the person's own guard says to every shell command. */
export const GUARD_SAYS = "my own guard says no";

export class ZooPlace {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly user: string;
  readonly data: string;
  readonly state: string;
  /** Another repository of the same person, for attacks that borrow its good name. */
  readonly other: string;
  /** Written by whatever bites. */
  readonly canary: string;
  /** The person's own guard: the one program that may be started before trust. */
  readonly guard: string;
  /** Where a canary listens on loopback. */
  readonly port: number;

  constructor(top: string, name: string, port: number) {
    mkdirSync(join(top, name), { recursive: true });
    this.root = realpathSync(join(top, name));
    this.home = join(this.root, "home");
    this.project = join(this.home, "repo");
    this.user = join(this.root, "config/snaphook");
    this.data = join(this.root, "data/snaphook");
    this.state = join(this.root, "state/snaphook");
    this.other = join(this.home, "other");
    this.canary = join(this.root, "canary");
    this.guard = join(this.root, "guard");
    this.port = port;
    for (const folder of [this.project, this.user, join(this.root, "bin")]) mkdirSync(folder, { recursive: true });
    const answer = JSON.stringify({ decision: "deny", reason: GUARD_SAYS });
    writeFileSync(this.guard, `#!/bin/sh\nprintf '%s' '${answer}'\n`);
    chmodSync(this.guard, 0o755);
    this.writeUser({});
  }

  /** As an agent would be started in the project by `npx`: its own programs come first on the path. */
  get env(): Record<string, string> {
    return {
      PATH: `${join(this.project, "node_modules/.bin")}:${join(this.root, "bin")}`,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.root, "config"),
      XDG_DATA_HOME: join(this.root, "data"),
      XDG_STATE_HOME: join(this.root, "state"),
      XDG_CACHE_HOME: join(this.root, "cache"),
      SNAPHOOK_DAEMON: "off",
      ZOO_API_KEY: "not-for-hooks",
    };
  }

  /** A line of shell that leaves the canary. */
  get bite(): string {
    return `echo bitten >> '${this.canary}'`;
  }

  /** A module that leaves the canary when it is evaluated. */
  get biteModule(): string {
    return `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(this.canary)}, "bitten\\n");\n`;
  }

  /** An address that the canary listens on. */
  url(path = "/"): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  get bitten(): boolean {
    return existsSync(this.canary);
  }

  /** The person's own file: the guard, and what the case wants besides. */
  writeUser(more: object, hooks: object = {}): void {
    const guard = { id: "mine", matcher: "Bash", guard: true, command: this.guard, exec: true };
    // Both where the variables say and where the program looks when they say nothing that counts.
    for (const folder of [this.user, join(this.home, ".config/snaphook")])
      this.write(join(folder, "hooks.json"), { ...more, hooks: { PreToolUse: [guard], ...hooks } });
  }

  /** Relative paths are the project's. */
  write(path: string, content: string | object): string {
    const file = resolve(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  }

  program(path: string, text: string): string {
    const file = this.write(path, text);
    chmodSync(file, 0o755);
    return file;
  }

  link(path: string, target: string): void {
    const file = resolve(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(target, file);
  }

  folder(path: string): string {
    const folder = resolve(this.project, path);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  pipe(path: string): string {
    const file = resolve(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    execFileSync("mkfifo", [file]);
    return file;
  }

  /** A file of spaces that takes no room. */
  sparse(path: string, size: number): void {
    const file = this.write(path, "");
    truncateSync(file, size);
  }

  /** A repository, as far as anybody can see. */
  git(folder = "."): void {
    const at = resolve(this.project, folder);
    this.write(join(at, ".git/HEAD"), "ref: refs/heads/main\n");
    this.write(join(at, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
    this.folder(join(at, ".git/objects"));
    this.folder(join(at, ".git/refs"));
  }

  /** Hooks in the native form that bite on everything an agent reports at first. */
  hooks(more: object = {}): object {
    const entry = { command: this.bite, ...more };
    return { hooks: { SessionStart: [entry], UserPromptSubmit: [entry], PreToolUse: [entry] } };
  }

  /** The same in Claude Code's nesting. */
  groups(more: object = {}): object {
    const group = { hooks: [{ type: "command", command: this.bite, ...more }] };
    return { hooks: { SessionStart: [group], UserPromptSubmit: [group], PreToolUse: [group] } };
  }
}
