import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { PROCESSES } from "../../src/adapters/_processes.js";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import off from "../../src/cli/commands/off.js";
import { agentIn } from "../../src/cli/human/find-parent-agent.js";
import { finding } from "../../src/core/errors.js";
import type { PersonCheck } from "../../src/core/ports.js";
import { ancestors, type SeenProcess } from "../../src/runtime/platform/ancestors.js";
import { below } from "../support/below.js";
import { CommandPlace } from "../support/command-call.js";
import { CODE, onTerminal, TERMINAL } from "../support/on-terminal.js";
import { PROGRAM, ProgramPlace, says } from "../support/program.js";
import { unwrapped } from "../support/unwrapped.js";

const SNAPHOOK = [process.execPath, PROGRAM];
/** A terminal of its own for what follows, where the code is typed as soon as it is shown. */
const OWN_TERMINAL = ["python3", TERMINAL, CODE, "", "{}"];

function project(): ProgramPlace {
  const place = new ProgramPlace();
  place.write(".snaphook/hooks.json", { hooks: [{ id: "no", event: "PreToolUse", command: says("deny", "no") }] });
  return place;
}

/** A person's terminal in which this command line is run. */
const inShell = (place: ProgramPlace, program: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  onTerminal(place, [], { program, env });

const isTrusted = async (place: ProgramPlace) => (await place.list())[0]!.trust === "trusted";

describe("a person at a terminal", () => {
  it("agrees by typing what is on the screen, each time something else", async () => {
    const codes = [];
    for (let i = 0; i < 3; i++) {
      const place = project();
      const { code, stdout } = await onTerminal(place, ["trust"]);
      expect({ code, trusted: await isTrusted(place) }, stdout).toEqual({ code: 0, trusted: true });
      codes.push(/Type (\w{4}) to/.exec(stdout)?.[1]);
    }
    expect(new Set(codes).size).toBeGreaterThan(1);
  });

  it.each(["yes", "{} ", ""])("typing %j is no agreement", async (type) => {
    const place = project();
    const { code, stdout } = await onTerminal(place, ["off", "--for", "10m"], { type });
    expect(stdout).toContain("HUMAN_ONLY_CODE");
    expect({ code, off: place.has(`${place.data}/off.json`) }).toEqual({ code: 1, off: false });
  });

  it.each(["cursor", "code"])("may work in a terminal that %s has opened", async (editor) => {
    const place = project();
    const command = [...OWN_TERMINAL, ...SNAPHOOK, "trust"];
    const { stdout } = await inShell(place, below(place, editor, command), {
      TERM_PROGRAM: "vscode",
      CURSOR_TRACE_ID: "1",
    });
    expect(stdout).toContain("Approved");
    expect(await isTrusted(place)).toBe(true);
  });

  it("needs input, output and the controlling terminal to be one", async () => {
    const place = project();
    const off = `"${SNAPHOOK.join('" "')}" off --for 10m`;
    for (const command of [`${off} </dev/null`, `${off} | cat`, `setsid -w ${off}`]) {
      const { stdout } = await inShell(place, ["sh", "-c", command]);
      expect(stdout, command).toContain("HUMAN_ONLY_TERMINAL");
    }
    expect(await place.run(["off", "--for", "10m"])).toMatchObject({ code: 1 });
    expect(place.has(`${place.data}/off.json`)).toBe(false);
  });
});

describe("a person who is asked in another way than at a terminal", () => {
  const asked: string[] = [];
  const by = { user: "ann", terminal: "her phone" };
  const yes = async () => ({ yes: true }) as const;
  const agreeing: PersonCheck = {
    isNoAgent: yes,
    isPerson: async () => ({ yes: true, by: { user: "ann", terminal: "/dev/pts/1" } }),
    confirm: async (what) => {
      asked.push(what);
      return { yes: true, by };
    },
  };
  const why = finding("HUMAN_ONLY_CODE", "she said no");
  const refusing: PersonCheck = { ...agreeing, confirm: async () => ({ yes: false, why }) };

  it("decides, and is recorded as the one who did", async () => {
    const place = new CommandPlace(agreeing);
    expect(await place.run(off, [], { for: "10m" })).toMatchObject({ code: 0 });
    expect(asked).toEqual([expect.stringMatching(/^pause this until /)]);
    expect(await place.json(off, [], { list: true })).toMatchObject([{ active: true, by }]);
  });

  it("can refuse, and then nothing was done", async () => {
    const place = new CommandPlace(refusing);
    expect(await place.run(off, [], { for: "10m" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("she said no"),
    });
    expect(await place.json(off, [], { list: true })).toEqual([]);
  });
});

describe("an agent that opens a terminal of its own", () => {
  it.each([["trust"], ["off", "--for", "10m"]])(
    "T5 T18 cannot use `snaphook %s`, told by its program or by its mark",
    async (...args) => {
      const place = project();
      const command = [...OWN_TERMINAL, ...SNAPHOOK, ...args];
      const byProgram = await inShell(place, below(place, "claude", command));
      expect(unwrapped(byProgram.stdout)).toMatch(/HUMAN_ONLY_AGENT.*started by claude-code \(process \d+ is claude\)/);
      expect((await inShell(place, command, { CLAUDECODE: "1" })).stdout).toContain("HUMAN_ONLY_AGENT");
      const unmarked = ["sh", "-c", 'unset GEMINI_CLI; "$@"', "sh", ...command];
      const byParent = await inShell(place, unmarked, { GEMINI_CLI: "1" });
      expect(unwrapped(byParent.stdout)).toMatch(/HUMAN_ONLY_AGENT.*GEMINI_CLI/);
      expect(await isTrusted(place)).toBe(false);
      expect(place.has(`${place.data}/off.json`)).toBe(false);
    },
  );

  it("T5 T4a is refused what scripts may do without a terminal, where that makes things less strict", async () => {
    const place = project();
    place.writeUser("hooks.json", { hooks: [{ id: "own", event: "Stop", guard: true, command: "true" }] });
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    const loosening = [["trust", "--hash", hash], ["disable", "own"], ["untrust"], ["deny", "."], ["uninstall", "pi"]];
    for (const args of loosening) {
      const env = { CLAUDECODE: "1" };
      expect(await place.run(args, { env }), args.join(" ")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("HUMAN_ONLY_AGENT"),
      });
    }
    expect((await place.list()).map(({ id, trust, enabled }) => [id, trust, enabled])).toEqual(
      expect.arrayContaining([
        ["own", "trusted", true],
        ["no", "untrusted", true],
      ]),
    );
    const [trust, ...needPerson] = loosening;
    expect((await place.run(trust!)).code).toBe(0);
    place.permitScripts();
    for (const args of needPerson)
      expect(await place.run(args, { permitted: false }), args.join(" ")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL"),
      });
    for (const args of needPerson) expect((await place.run(args)).code, args.join(" ")).toBe(0);
  });

  it("T18 a hook is no person either", async () => {
    const place = project();
    const words = [...OWN_TERMINAL, ...SNAPHOOK, "off", "--for", "1m"].map((word) => `'${word}'`).join(" ");
    const command = `env -u SNAPHOOK_DEPTH -u SNAPHOOK_HOOK_ID ${words} > '${place.root}/said'`;
    place.writeUser("hooks.json", { hooks: { Stop: [{ id: "sly", command }] } });
    await inShell(place, [...SNAPHOOK, "test", "sly", "--payload", place.write("stop.json", {})]);
    expect(place.read(`${place.root}/said`)).toMatch(/HUMAN_ONLY_AGENT.*a hook/);
    expect(place.has(`${place.data}/off.json`)).toBe(false);
  });

  it.each([
    ["script", (off: string) => ["script", "-qec", off, "/dev/null"]],
    ["a session of its own", (off: string) => ["setsid", "-w", ...OWN_TERMINAL, "sh", "-c", off]],
    ["a shell in between, without variables", (off: string) => ["sh", "-c", `env -i PATH="$PATH" HOME="$HOME" ${off}`]],
  ])("T18 is seen through %s", async (_, wrap) => {
    const place = project();
    const { stdout } = await inShell(place, below(place, "codex", wrap(`${SNAPHOOK.join(" ")} off --for 1m`)));
    expect(stdout).toMatch(/HUMAN_ONLY_AGENT.*codex/);
  });

  it("T4a is refused as an orphan with a clean environment, on a terminal that it opened and left behind", async () => {
    const place = project();
    const { TERM = "xterm", ...env } = place.env;
    const clean = ["env", "-i", ...Object.entries({ ...env, TERM }).map(([name, value]) => `${name}=${value}`)];
    const opener = [...clean, "python3"];
    const { stdout } = await onTerminal(place, ["off", "--for", "1m"], { opener, detached: true });
    expect(unwrapped(stdout)).toMatch(/HUMAN_ONLY_OPENER: .*this terminal was opened by .*python/);
    expect(unwrapped(stdout)).toMatch(/xterm.* SSH\. .*`snaphook permit --terminal \/\S*python[\d.]*`/);
    expect(place.has(`${place.data}/off.json`)).toBe(false);
  });

  it("T18 is seen by the terminal it holds, when the command is nobody's child any more", async () => {
    const place = project();
    const off = `${SNAPHOOK.join(" ")} off --for 1m </dev/tty`;
    // The shell in between ends at once; what it leaves behind belongs to the system's first process.
    const orphan = [
      "sh",
      "-c",
      `( (while [ -d /proc/$$/task/$$ ] && [ ! -e go ]; do sleep 0.1; done; ${off}; touch gone) & ); touch go; while [ ! -e gone ]; do sleep 0.1; done`,
    ];
    const { stdout } = await inShell(place, below(place, "gemini", ["python3", TERMINAL, "never", "", "", ...orphan]));
    expect(stdout).toMatch(/HUMAN_ONLY_AGENT.*terminal was opened by gemini/);
  });
});

describe("what tells an agent from a person", () => {
  /** A real process, as the command would see it above itself. */
  const seen = (program: readonly string[], env: Readonly<Record<string, string>> = {}): SeenProcess => {
    const child = spawn(program[0]!, program.slice(1), { env: { PATH: process.env["PATH"] ?? "", ...env } });
    onTestFinished(() => void child.kill("SIGKILL"));
    return ancestors(child.pid!)![0]!;
  };

  it.each(Object.entries(PROCESSES))("T18 every program and mark of %s is known", (agent, { programs, marks }) => {
    const place = new ProgramPlace();
    for (const name of programs) {
      const called = name.includes("/") ? `lib/${name}/cli.js` : name;
      expect(agentIn(seen(below(place, called, ["sleep", "30"]))), name).toMatch(new RegExp(`^${agent} `));
    }
    for (const mark of marks) {
      expect(agentIn(seen(["sleep", "30"], { [mark]: "1" })), mark).toContain(`carries ${mark}`);
      expect(agentIn(seen(["sleep", "30"], { [mark]: "0" })), mark).toBeUndefined();
    }
  });

  it("is declared by every agent that runs commands, and never names a whole editor", () => {
    const undeclared = Object.keys(ADAPTERS).filter((name) => !(name in PROCESSES));
    // Embedded in another program, whose commands carry Claude Code's mark; an editor that sets no mark we know.
    expect(undeclared).toEqual(["claude-agent-sdk", "windsurf"]);
    const place = new ProgramPlace();
    for (const editor of ["code", "cursor", "windsurf", "vim", "tmux", "zellij", "lib/gemini.d/x.js"])
      expect(agentIn(seen(below(place, editor, ["sleep", "30"]))), editor).toBeUndefined();
    expect(agentIn(seen(["sh", "-c", "sleep 30; cd /x/claude"]))).toBeUndefined();
  });
});
