/** Agents that do not say whether a person is there: their command line may show that none is. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { TERMINAL } from "../support/on-terminal.js";
import { says } from "../support/program.js";
import { headOf, piece, RawClient } from "../support/raw-client.js";
import { DaemonPlace } from "../support/running-daemon.js";

const CALLS = {
  qwen: ["PreToolUse", { session_id: "s", tool_name: "run_shell_command", tool_input: { command: "make release" } }],
  copilot: ["preToolUse", { sessionId: "s", toolName: "bash", toolArgs: { command: "make release" } }],
  gemini: ["BeforeTool", { session_id: "s", tool_name: "run_shell_command", tool_input: { command: "make release" } }],
} as const;
type Agent = keyof typeof CALLS;

let place: DaemonPlace;
const setUp = async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  await place.wire();
  await place.up();
  await place.attend();
};

/** A process of this name that calls the launcher, as the agent does. Its input is a terminal, unless told. */
function start(agent: Agent, args: readonly string[], { name = agent as string, piped = false, env = {} } = {}) {
  const [event, payload] = CALLS[agent];
  const folder = join(place.root, "programs");
  mkdirSync(folder, { recursive: true });
  const said = join(place.root, "said");
  const input = place.write(join(place.root, "payload"), { ...payload, cwd: place.project });
  const program = place.write(
    join(folder, name),
    // Not by redirection, which would change the shell's own input for a moment.
    `#!/bin/sh\ncat '${input}' | '${join(place.data, "launch")}' ${agent} ${event} > '${said}'\necho over\n`,
  );
  chmodSync(program, 0o700);
  const command = piped ? [program, ...args] : ["python3", TERMINAL, "over", "", "", program, ...args];
  const child = spawn(command[0]!, command.slice(1), {
    cwd: place.project,
    env: { ...place.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const over = new Promise((done) => child.once("exit", done));
  return { answer: over.then(() => readFileSync(said, "utf8")) };
}

const held = async () => {
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return (await place.asks())[0]!;
};
const isQuestion = expect.stringMatching(/"ask".*release\?|release\?.*"ask"/);

describe("a call of an agent that does not tell whether a person is there", () => {
  beforeEach(setUp);

  it.each(Object.keys(CALLS) as Agent[])("HL-01 %s -p is held, and answered from elsewhere", async (agent) => {
    const { answer } = start(agent, ["--yolo", "-p", "release it"]);
    const ask = await held();
    expect(ask).toMatchObject({ agent, tool: "Bash", summary: "make release" });
    await place.answerAsk(ask, "deny", { reason: "not on a Friday" });
    expect(await answer).toContain("not on a Friday");
  });

  it("asks its own person in a terminal, although an answer could come from elsewhere", async () => {
    for (const args of [[], ["-i", "-p"], ["--acp", "-p", "x"], ["--", "-p"]])
      expect(await start("qwen", args).answer, args.join(" ")).toEqual(isQuestion);
    expect(await place.asks("all")).toEqual([]);
  });

  it("is held without an option too, if the agent needs a terminal for its dialog and has none", async () => {
    const { answer } = start("gemini", [], { piped: true });
    await place.answerAsk(await held(), "deny");
    expect(await answer).toContain("said no");
    expect(await start("copilot", [], { piped: true }).answer).toEqual(isQuestion);
  });

  it("a process of another name shows nothing", async () => {
    expect(await start("qwen", ["-p", "x"], { name: "editor" }).answer).toEqual(isQuestion);
    expect(await place.asks("all")).toEqual([]);
  });

  it("a number that names a process elsewhere, or none, shows nothing", async () => {
    const program = place.write(join(place.root, "qwen"), "#!/bin/sh\nread line\n");
    chmodSync(program, 0o700);
    const elsewhere = spawn(program, ["-p", "x"], { cwd: "/", stdio: ["pipe", "ignore", "ignore"] });
    onTestFinished(() => void elsewhere.kill("SIGKILL"));
    const [event, payload] = CALLS.qwen;
    for (const pid of [elsewhere.pid, 999_999_999, 0, "1e3", ""]) {
      const client = new RawClient(place);
      const head = headOf(place, "qwen", event, { "": `@${pid}`, ...place.env });
      await client.say(`${head}${piece(JSON.stringify({ ...payload, cwd: place.project }))}go 0\n`);
      await client.closed;
      expect(client.heard, String(pid)).toMatch(/answer .*\n.*"permissionDecision":"ask"/);
    }
    expect(await place.asks("all")).toEqual([]);
  });

  it("with CI set it is denied at once, and the question is kept", async () => {
    expect(await start("qwen", ["-p", "x"], { env: { CI: "true" } }).answer).toContain("no user can be asked now");
    expect(await place.asks("pending")).toMatchObject([{ state: "parked", agent: "qwen" }]);
  });
});
