/** The built program, run for real: a home, a project and every place it keeps things in, all in one new folder. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { readPermits, writePermits } from "../../src/cli/human/permits.js";
import type { hookJson } from "../../src/cli/output/describe-hook.js";
import type { decisionJson } from "../../src/cli/output/show-decision.js";
import type { Finding } from "../../src/core/errors.js";
import { ownHooks } from "./own-hooks.js";
import { removeFolder } from "./remove-folder.js";

/** Tests can be run against another build: see without-defence.ts. */
export const PROGRAM_VARIABLE = "SNAPHOOK_TEST_PROGRAM";
export const PROGRAM =
  process.env[PROGRAM_VARIABLE] ?? fileURLToPath(new URL("../../dist/snaphook.cjs", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | object;
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: string;
  /** False: as it is where the user has permitted scripts nothing. */
  readonly permitted?: false;
}

/** Commands that need a person and that most tests use as a script does, which the place permits then. */
const SCRIPTED = ["add", "deny", "disable", "install", "private", "remove", "uninstall", "untrust"];

export type ListedHook = ReturnType<typeof hookJson> & { readonly notMountable?: string | null };
export type Fired = ReturnType<typeof decisionJson> & { readonly event: string; readonly findings: readonly Finding[] };
export interface Validated {
  readonly valid: boolean;
  readonly hooks: number;
  readonly findings: readonly Finding[];
}

export class ProgramPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-")));
  readonly home = join(this.root, "home");
  readonly project = join(this.root, "project");
  readonly user = join(this.root, "config/snaphook");
  readonly data = join(this.root, "data/snaphook");
  readonly cache = join(this.root, "cache/snaphook");
  readonly state = join(this.root, "state/snaphook");

  /** `atEnd` takes what is to be done when the place is not needed any more: at the end of the test, unless told. */
  constructor(readonly atEnd: (clean: () => void) => void = onTestFinished) {
    for (const folder of [this.home, this.project, this.user]) mkdirSync(folder, { recursive: true });
    atEnd(() => removeFolder(this.root));
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.root, "config"),
      XDG_DATA_HOME: join(this.root, "data"),
      XDG_STATE_HOME: join(this.root, "state"),
      XDG_CACHE_HOME: join(this.root, "cache"),
      // Tests of the daemon start it themselves.
      SNAPHOOK_DAEMON: "off",
    };
  }

  path(...parts: string[]): string {
    return resolve(this.project, ...parts);
  }

  /** Writes a file; a relative path is one of the project. Returns where it is. */
  write(path: string, content: string | object): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  }

  writeUser(name: string, content: string | object): string {
    return this.write(join(this.user, name), content);
  }

  read(path: string): string {
    return existsSync(this.path(path)) ? readFileSync(this.path(path), "utf8") : "";
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  /** Scripts may use these commands here, as a user can permit it. */
  permitScripts(...scripts: readonly string[]): this {
    writePermits({ config: this.user, data: this.data }, { ...this.#permits, scripts });
    return this;
  }

  /** Terminals that this program opens are a person's. */
  permitTerminal(program: string): this {
    writePermits({ config: this.user, data: this.data }, { ...this.#permits, terminals: [program] });
    return this;
  }

  get #permits() {
    return readPermits({ config: this.user, data: this.data });
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const { input = "", program = PROGRAM } = options;
    const isScripted = SCRIPTED.includes(args[0] ?? "") && options.permitted !== false;
    if (isScripted && this.#permits.scripts.length === 0) this.permitScripts(...SCRIPTED);
    const child = spawn(process.execPath, [program, ...args], {
      cwd: options.cwd ?? this.project,
      env: { ...this.env, ...options.env },
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
      });
    }
    child.stdin.on("error", () => {}); // it may end before it has read everything
    child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
    return new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (code) => done({ code, ...texts }));
    });
  }

  /** Runs a command with `--json` and reads its answer. */
  async json<T = Readonly<Record<string, unknown>>>(args: readonly string[], options?: RunOptions): Promise<T> {
    const ran = await this.run([...args, "--json"], options);
    try {
      return JSON.parse(ran.stdout) as T;
    } catch {
      throw new Error(`no JSON from ${args.join(" ")}: ${JSON.stringify(ran)}`);
    }
  }

  /** Hooks of files; what comes with Snaphook stands in every list. */
  async list(args: readonly string[] = [], options?: RunOptions): Promise<ListedHook[]> {
    return (await this.listAll(args, options)).filter(({ level }) => level !== "builtin");
  }

  listAll(args: readonly string[] = [], options?: RunOptions): Promise<ListedHook[]> {
    return this.json(["list", ...args], options);
  }

  validate(args: readonly string[] = [], options?: RunOptions): Promise<Validated> {
    return this.json(["validate", ...args], options);
  }

  /** Without the guard that stands everywhere, where it has nothing to say. */
  async fire(event: string, payload: object, args: readonly string[] = [], options: RunOptions = {}): Promise<Fired> {
    const fired: Fired = await this.json(["fire", event, "--payload", "-", ...args], { ...options, input: payload });
    return Array.isArray(fired.hooks) ? { ...fired, hooks: ownHooks(fired.hooks) } : fired;
  }

  /** What Claude Code would be told, in its default permission mode unless the payload names one. */
  async hook(event: string, payload: object, options: RunOptions = {}): Promise<object> {
    const ran = await this.run(["hook", "claude-code", event], {
      ...options,
      input: { cwd: options.cwd ?? this.project, session_id: "s1", permission_mode: "default", ...payload },
    });
    expect(ran.code).toBe(0);
    return JSON.parse(ran.stdout) as object;
  }

  /** Reviews and approves, as a script would. */
  async trust(path = ".", args: readonly string[] = []): Promise<Ran> {
    const { hash } = await this.json<{ hash: string }>(["trust", path, ...args]);
    return this.run(["trust", path, "--hash", hash, ...args]);
  }
}

/** A call of the Bash tool. */
export const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });

/** A command that answers with this decision. */
export const says = (decision: string, reason: string) => `echo '${JSON.stringify({ decision, reason })}'`;

/** People get messages, never a stack. */
export function expectNoStack({ stdout, stderr }: Ran): void {
  expect(`${stdout}\n${stderr}`.split("\n").filter((line) => /^\s+at /.test(line))).toEqual([]);
}
