/** Calls of agents whose hooks write down who ran them, so that nothing can run twice unseen. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MARK } from "./processes.js";
import { bash, says } from "./program.js";
import { DaemonPlace, type Launched } from "./running-daemon.js";

export type Kind = "guarded" | "appending" | "rewriting" | "slow";

export interface FaultCall {
  readonly id: string;
  readonly agent: "claude-code" | "codex";
  readonly kind: Kind;
  /** Whether Perl or Node asks the daemon. */
  readonly client: "perl" | "node";
}

export type Ended = Launched & FaultCall;

/** The call's id, and the command line of whoever runs the hook; a daemon may be gone by then. */
const NOTE = `echo "$SNAPHOOK_CALL $(tr '\\0' ' ' < /proc/$PPID/cmdline)" >> runs; `;

const hook = (kind: Kind, command: string, more: object = {}) => ({
  id: kind,
  matcher: `Bash(${kind}*)`,
  command: NOTE + command,
  ...more,
});

export class FaultPlace extends DaemonPlace {
  readonly mark = String(Math.random());
  readonly marked = { [MARK]: this.mark };

  async prepare(): Promise<void> {
    this.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          hook("guarded", says("deny", "the harbour is closed"), { guard: true }),
          hook("appending", "true"),
          hook("rewriting", `echo '{"input":{"command":"echo rewritten"}}'`),
          hook("slow", `sleep 0.2; ${says("deny", "slowly")}`, { guard: true }),
        ],
      },
    });
    await this.wire();
    const launcher = join(this.data, "launch");
    writeFileSync(`${launcher}-node`, this.read(launcher).replaceAll("/perl", "/no-perl"), { mode: 0o700 });
  }

  begin({ id, agent, kind, client }: FaultCall) {
    const launcher = join(this.data, client === "perl" ? "launch" : "launch-node");
    const child = spawn(launcher, [agent, "PreToolUse"], {
      cwd: this.project,
      detached: true, // a group of its own, as agents do
      env: { ...this.env, ...this.marked, SNAPHOOK_CALL: id },
    });
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify({ session_id: "s", cwd: this.project, tool_use_id: id, ...bash(`${kind} ${id}`) }));
    return child;
  }

  call(wanted: FaultCall): Promise<Ended> {
    const child = this.begin(wanted);
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name].on("data", (bytes) => (said[name] += bytes));
    return new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (code) => done({ ...wanted, ...said, code }));
    });
  }

  /** Who ran the hook of which call, in the order of their runs. */
  runs(): { id: string; by: "daemon" | "alone" }[] {
    return this.read("runs")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ id: line.split(" ")[0]!, by: / hook --\w+ /.test(line) ? "alone" : "daemon" }));
  }
}
