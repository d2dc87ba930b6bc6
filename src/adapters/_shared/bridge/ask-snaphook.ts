/**
 * For agents whose hooks are code in their own process: asks the launcher, as other agents do, and gives up by itself,
 * because those agents wait for ever. Bundled into a file of its own without dependencies; never rejects.
 */
import { spawn } from "node:child_process";

/** Replaced by `snaphook install`. */
const LAUNCHER = "@SNAPHOOK_LAUNCHER@";
const LIMIT_MS = 600_000;

export type Asked = { readonly answer: Readonly<Record<string, unknown>> } | { readonly failure: string };

export function askSnaphook(agent: string, event: string, payload: unknown, limitMs = LIMIT_MS): Promise<Asked> {
  return new Promise((done) => {
    let input: string;
    try {
      input = JSON.stringify(payload) ?? "null";
    } catch (error) {
      done(failed(`the event could not be written as JSON (${(error as Error).message})`));
      return;
    }
    let child: ReturnType<typeof start>;
    try {
      child = start(agent, event);
    } catch (error) {
      done(failed(`${LAUNCHER} could not be started (${(error as Error).message})`));
      return;
    }
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      done(failed("Snaphook did not answer in time"));
    }, limitMs);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on("error", () => {}); // it may answer before it has read everything
    child.stdin.end(input);
    child.on("error", (error) => {
      clearTimeout(timer);
      done(failed(`${LAUNCHER} could not be started (${error.message})`));
    });
    child.on("close", () => {
      clearTimeout(timer);
      done(read(Buffer.concat(chunks).toString("utf8")));
    });
  });
}

function start(agent: string, event: string) {
  return spawn(LAUNCHER, [agent, event], { stdio: ["pipe", "pipe", "ignore"] });
}

function read(text: string): Asked {
  if (text.trim() === "") return failed("Snaphook gave no answer");
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === "object" && answer !== null && !Array.isArray(answer))
      return { answer: answer as Record<string, unknown> };
  } catch {
    // said below
  }
  return failed("Snaphook's answer could not be read");
}

function failed(why: string): Asked {
  return { failure: `${why}. Run \`snaphook install\` again, or \`snaphook uninstall\`.` };
}
