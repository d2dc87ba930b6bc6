/**
 * The two set-ups of `docs/approvals.md`, step by step, in the home of a user who has set up an agent and a hook that asks. Slack and
 * ntfy are the fake ones, so the settings name their addresses too. At the end an answer releases a call that waits.
 */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { FakeNtfy } from "../support/fake-ntfy.js";
import { APP_TOKEN, BOT_TOKEN, CHANNEL, FakeSlack, TEAM } from "../support/fake-slack.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, PROGRAM, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const PAGE = readFileSync(join(ROOT, "docs/approvals.md"), "utf8");

/** A home with nothing but usual places. */
class Home extends DaemonPlace {
  override readonly user = join(this.home, ".config/snaphook");
  override readonly data = join(this.home, ".local/share/snaphook");
  override readonly state = join(this.home, ".local/state/snaphook");
  override readonly folder = join(this.state, "daemon");
  readonly #bin = join(this.root, "bin");

  override get env(): Record<string, string> {
    return { PATH: `${this.#bin}:${process.env["PATH"]}`, HOME: this.home };
  }

  static async open(): Promise<Home> {
    const home = new Home();
    mkdirSync(home.#bin);
    writeFileSync(join(home.#bin, "snaphook"), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    chmodSync(join(home.#bin, "snaphook"), 0o755);
    home.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
    await home.wire();
    onTestFinished(() => home.shell("snaphook down").then(() => {}));
    return home;
  }

  /** What a script prints. */
  shell(script: string, input = ""): Promise<string> {
    return new Promise((done, fail) => {
      const child = execFile("sh", ["-euc", script], { cwd: this.home, env: this.env }, (error, stdout) =>
        error ? fail(error) : done(stdout),
      );
      child.stdin!.end(input);
    });
  }

  /** The commands of a step. A person types the one that confirms. */
  async type(commands: readonly string[]): Promise<void> {
    for (const command of commands) {
      const [program, ...args] = command.split(" ");
      expect(program).toBe("snaphook");
      if (args.includes("confirm")) expect(await onTerminal(this, args)).toMatchObject({ code: 0 });
      else await this.shell(command);
    }
  }

  call() {
    const input = { session_id: "s", cwd: this.project, permission_mode: "default", ...bash("make release") };
    return this.launch("codex", "PreToolUse", input);
  }
}

/** A set-up's code, and the commands of the step that begins with "Run". */
function setUp(title: string) {
  const [, section = ""] = PAGE.split(`### ${title}\n`);
  const [text = ""] = section.split("\n##");
  const blocks = [...text.matchAll(/^ {3}```\w+\n([\s\S]*?)^ {3}```$/gm)].map(([, code = ""]) => code);
  const [run = ""] = /^\d\. Run .*$/m.exec(text) ?? [];
  return { text, blocks, commands: [...run.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code) };
}

let home: Home;
beforeEach(async () => {
  home = await Home.open();
});

/** Pastes each line where the page says to paste. */
const PASTE = 'cat() { IFS= read -r line; echo "$line"; }';

describe("docs/approvals.md", () => {
  it("Slack in five minutes: a click releases a call", async () => {
    const slack = await FakeSlack.start();
    onTestFinished(() => slack.stop());
    const { blocks, commands } = setUp("Slack in five minutes");
    const [manifest = "", secrets = "", settings = "", question = ""] = blocks;
    expect(JSON.parse(manifest)).toMatchObject({ settings: { socket_mode_enabled: true } });
    await home.shell(`${PASTE}\n${secrets}`, `${BOT_TOKEN}\n${APP_TOKEN}\n`);
    const own = { C0123456789: CHANNEL, T0123456789: TEAM, U0123456789: "U0000ANN" };
    const filled = Object.entries(own).reduce((text, [from, to]) => text.replace(from, to), settings);
    home.writeUser("daemon.json", filled.replace('"slack": {', `"slack": { "apiUrl": "${slack.url}",`));
    await home.type(commands);
    expect([...slack.messages.values()]).toMatchObject([{ text: expect.stringContaining("A test of Snaphook") }]);

    const newest = async (count: number) => {
      await expect.poll(() => slack.messages.size).toBe(count);
      return [...slack.messages.keys()].at(-1)!;
    };
    await expect.poll(() => slack.sockets).toBe(2);
    const asked = home.shell(question);
    await slack.click(await newest(2), "answer");
    await expect.poll(() => slack.callsOf("views.open").length).toBe(1);
    await slack.submit({ "choice-0": { choice: { selected_option: { value: "0" } } } });
    expect(await asked).toBe("Yes\n");
    const call = home.call();
    await slack.click(await newest(3), "approve");
    expect((await call).stdout).toBe("");
  });

  it("A phone, with ntfy: a button releases a call", async () => {
    const ntfy = await FakeNtfy.start();
    onTestFinished(() => ntfy.stop());
    const { text, blocks, commands } = setUp("A phone, with ntfy");
    const name = /`(echo "asks-[^`]+)`/.exec(text)![1]!;
    const [topic, answers] = [(await home.shell(name)).trim(), (await home.shell(name)).trim()];
    const settings = blocks[0]!
      .replace("asks-…", topic)
      .replace("answers-…", answers)
      .replace("https://ntfy.sh", ntfy.url);
    home.writeUser("daemon.json", settings);
    await home.type(commands);
    expect(ntfy.published).toMatchObject([{ topic, message: expect.stringContaining("A test of Snaphook") }]);

    const press = async (label: string, cards: number) => {
      await expect.poll(() => ntfy.published.filter(({ priority }) => priority === 3).length).toBe(cards);
      const { actions } = ntfy.published.findLast(({ priority }) => priority === 3)!;
      await ntfy.press(actions.find((one: { label: string }) => one.label === label));
    };
    await expect.poll(() => ntfy.streams).toBe(1);
    const denied = home.call();
    await press("Deny", 1);
    expect((await denied).stdout).toContain("said no");
    home.writeUser("daemon.json", settings.replace('"approve": false', '"approve": true'));
    await home.type(commands.slice(0, 2));
    await expect.poll(() => ntfy.streams).toBe(1);
    const approved = home.call();
    await press("Approve once", 2);
    expect((await approved).stdout).toBe("");
  });
});
