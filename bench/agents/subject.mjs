/** One agent with one build of Snaphook, or without: its own home, model and daemon, and many runs. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PROMPT = "Do what the script says.";
/** Config files of agents whose hooks are commands, for the floor. */
const COMMAND_HOOKS = { "claude-code": ".claude/settings.json", gemini: ".gemini/settings.json" };
/** A plan hashes files younger than two seconds whenever it is read. */
const SETTLED_MS = 2_500;

export class Subject {
  /** When the model was asked for each turn of the run at hand. */
  #askedAt = [];
  #runs = 0;

  static async start(options) {
    const subject = new Subject(options);
    await subject.#prepare();
    return subject;
  }

  static hasFloor(agent) {
    return agent in COMMAND_HOOKS;
  }

  constructor({ kind, program, agent, parts, calls, runs }) {
    this.kind = kind;
    this.options = { program, agent, parts, calls, runs };
    this.place = newPlace();
  }

  async #prepare() {
    const { program, agent, parts, calls, runs } = this.options;
    // Each command differs: agents stop a model that repeats itself.
    const script = Array.from({ length: calls }, (_, i) => agent.driver.shell(`true ${i}`));
    this.model = await parts.ScriptedModel.start(agent.driver.model, {
      prompt: PROMPT,
      steps: Array.from({ length: runs }, () => [...script, { text: "Done." }]).flat(),
      subagent: [],
      beforeTurn: () => void this.#askedAt.push(performance.now()),
    });
    this.begin = agent.driver.prepare(this.place, this.model.url, PROMPT, agent.folder);
    if (program === undefined) return;
    this.#snaphook("install", agent.driver.name);
    if (this.kind === "floor") return this.#wireNothing();
    this.#snaphook("add", "protect-commands");
    this.#snaphook("up", "--detach");
    await sleep(SETTLED_MS);
  }

  /** The same entries, but each command is `true`: what the agent itself needs to call hooks. */
  #wireNothing() {
    const file = join(this.place.home, COMMAND_HOOKS[this.options.agent.driver.name]);
    const config = JSON.parse(readFileSync(file, "utf8"));
    for (const groups of Object.values(config.hooks))
      for (const { hooks = [] } of groups) for (const hook of hooks) hook.command = "true";
    writeFileSync(file, JSON.stringify(config));
  }

  /** How long each tool call but the first took. */
  async run() {
    const { agent, parts, calls } = this.options;
    this.#askedAt = [];
    const { code, timedOut, printed } = await parts.runAgent(agent, this.begin, this.place, this.model, calls);
    if (code !== 0 || timedOut || this.#askedAt.length !== calls + 1)
      throw new Error(`${this.kind}: ${this.#askedAt.length} turns, exit ${code}: ${printed.slice(-500)}`);
    this.#runs++;
    const times = this.#askedAt.slice(1).map((at, i) => at - this.#askedAt[i]);
    return times.slice(1);
  }

  /** The daemon has answered at least one event of every call. */
  check() {
    if (this.options.program === undefined || this.kind === "floor") return;
    const { events } = JSON.parse(this.#snaphook("status", "--json"));
    if (!(events >= this.#runs * this.options.calls)) throw new Error(`${this.kind}: the daemon saw ${events} events`);
    this.perCall = events / (this.#runs * this.options.calls);
  }

  end() {
    this.model?.close();
    if (this.options.program !== undefined && this.kind !== "floor") this.#snaphook("down");
    rmSync(this.place.root, { recursive: true, force: true, maxRetries: 5 });
  }

  #snaphook(...args) {
    const { program } = this.options;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: this.place.project,
      env: { ...this.place.env, ...this.begin.env },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`snaphook ${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  }
}

/** The folders that drivers write to, as in test/support/program.ts. */
function newPlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-bench-")));
  const [home, project] = [join(root, "home"), join(root, "project")];
  for (const folder of [home, project]) mkdirSync(folder);
  const fileOf = (path) => resolve(project, path);
  return {
    root,
    home,
    project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: join(root, "config"),
      XDG_DATA_HOME: join(root, "data"),
      XDG_STATE_HOME: join(root, "state"),
      XDG_CACHE_HOME: join(root, "cache"),
    },
    write(path, content) {
      mkdirSync(dirname(fileOf(path)), { recursive: true });
      writeFileSync(fileOf(path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
      return fileOf(path);
    },
    read: (path) => (existsSync(fileOf(path)) ? readFileSync(fileOf(path), "utf8") : ""),
  };
}
