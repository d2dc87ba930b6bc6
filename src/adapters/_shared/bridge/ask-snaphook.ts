/**
 * For agents whose hooks are code in their own process: calls the daemon, or the launcher like other agents, and stops
 * at its limit, because those agents wait forever. Bundled into one file without dependencies; never rejects.
 */
import { spawn } from "node:child_process";
import { askDaemon, type BridgeCall } from "./ask-daemon.js";

/** Replaced by `snaphook install`. */
const LAUNCHER = "@SNAPHOOK_LAUNCHER@";
/** The agent waits as long as we do: time for people. */
const LIMIT_MS = 3_600_000;

export type Asked = { readonly answer: Readonly<Record<string, unknown>> } | { readonly failure: string };

export async function askSnaphook(agent: string, event: string, payload: unknown, limitMs = LIMIT_MS): Promise<Asked> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    const call = { agent, event, payload: textOf(payload), holdSeconds: Math.ceil(limitMs / 1_000) };
    const text =
      (await askDaemon({ launcher: LAUNCHER, ...call, signal: late.signal })) ??
      (late.signal.aborted ? undefined : await askLauncher(call, late.signal));
    return late.signal.aborted ? failed("Snaphook did not answer in time") : read(text ?? "");
  } catch (error) {
    return failed((error as Error).message);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws for values that JSON cannot represent. */
function textOf(payload: unknown): string {
  try {
    return JSON.stringify(payload) ?? "null";
  } catch (error) {
    throw new Error(`the event could not be serialised as JSON (${(error as Error).message})`);
  }
}

/** Its output. Rejects if it cannot be started. */
function askLauncher(call: LauncherCall, late: AbortSignal): Promise<string> {
  return new Promise((done, fail) => {
    const failed = (error: Error) => fail(new Error(`${LAUNCHER} could not be started (${error.message})`));
    let child: ReturnType<typeof start>;
    try {
      child = start(call);
    } catch (error) {
      failed(error as Error);
      return;
    }
    late.addEventListener("abort", () => {
      child.kill("SIGKILL");
      done("");
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on("error", () => {}); // it may answer before it has read everything
    child.stdin.end(call.payload);
    child.on("error", failed);
    child.on("close", () => done(Buffer.concat(chunks).toString("utf8")));
  });
}

type LauncherCall = Pick<BridgeCall, "agent" | "event" | "payload" | "holdSeconds">;

function start({ agent, event, holdSeconds }: LauncherCall) {
  return spawn(LAUNCHER, [agent, event, `--wait=${holdSeconds}`], { stdio: ["pipe", "pipe", "ignore"] });
}

function read(text: string): Asked {
  if (text.trim() === "") return failed("Snaphook did not answer");
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === "object" && answer !== null && !Array.isArray(answer))
      return { answer: answer as Record<string, unknown> };
  } catch {
    // reported below
  }
  return failed("Snaphook's answer could not be parsed");
}

function failed(why: string): Asked {
  return { failure: `${why}. Run \`snaphook install\` again, or \`snaphook uninstall\`.` };
}
