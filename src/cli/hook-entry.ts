/**
 * `snaphook hook AGENT EVENT`: what an agent calls. A bundle of its own, because it starts once per event: no
 * argument parser, no schema library, nothing that can wait.
 */
import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { ADAPTERS } from "../adapters/_registry.js";
import { answerAgent, answerFailure } from "../runtime/answer-agent.js";
import { findPlaces } from "../runtime/platform/places.js";
import { readStdin } from "../runtime/platform/read-stdin.js";

export async function runHook(args: readonly string[], program: string): Promise<number> {
  const [agent = "", event = "", flag, file, ...rest] = args;
  const adapter = Object.hasOwn(ADAPTERS, agent) ? ADAPTERS[agent] : undefined;
  if (
    adapter === undefined ||
    event === "" ||
    (flag !== undefined && (flag !== "--config" || file === undefined || rest.length > 0))
  ) {
    write(2, usage(agent, adapter !== undefined));
    return 2;
  }
  const input = await readStdin();
  const places = findPlaces(process.env);
  const call = {
    adapter,
    event,
    input: "text" in input ? input.text : undefined,
    cwd: process.cwd(),
    environment: process.env,
    places,
    program,
    ...(file === undefined ? {} : { named: [{ path: resolve(file) }] }),
  };
  const { answer, record } = await answerAgent(call).catch((error: unknown) => answerFailure(call, error));
  if (answer.stderr !== undefined) write(2, answer.stderr);
  write(1, answer.stdout);
  record();
  return answer.exitCode;
}

function usage(agent: string, known: boolean): string {
  const agents = Object.keys(ADAPTERS).join(", ");
  const problem = known ? "name the event as well" : `"${agent}" is none of the agents: ${agents}`;
  return `snaphook hook: ${problem}\nUsage: snaphook hook AGENT EVENT [--config FILE] < payload.json\nExample: snaphook hook claude-code PreToolUse < payload.json\n`;
}

/** All of it, also to a pipe that is slow to drain. */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(fd, bytes, offset);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return; // nobody reads the answer any more
      if (code !== "EAGAIN") throw error;
    }
  }
}
