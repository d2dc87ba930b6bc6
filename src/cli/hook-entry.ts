/**
 * `snaphook hook AGENT EVENT`: what an agent calls. A bundle of its own, because it starts once per event: no
 * argument parser, no schema library, nothing that can wait.
 */
import { writeSync } from "node:fs";
import { resolve } from "node:path";
import { ADAPTER_LOADERS } from "../adapters/_lazy.js";
import { nativeNames } from "../adapters/_shared/event-table.js";
import { resolveEvent, suggestEvents } from "../core/event-names.js";
import { lookUp } from "../core/json.js";
import { type AgentAnswer, answerAgent, answerFailure } from "../runtime/answer-agent.js";
import { currentFolder } from "../runtime/platform/folders.js";
import { findPlaces } from "../runtime/platform/places.js";
import { readStdin } from "../runtime/platform/read-stdin.js";
import { parsePayload, senderOf } from "../runtime/read-call.js";

export async function runHook(args: readonly string[], program: string): Promise<number> {
  // The answer is JSON already; `--json` changes nothing.
  const [agent = "", event = "", flag, file, ...rest] = args.filter((arg) => arg !== "--json");
  const known = lookUp(ADAPTER_LOADERS, agent) !== undefined;
  if (
    !known ||
    event === "" ||
    (flag !== undefined && (flag !== "--config" || file === undefined || rest.length > 0))
  ) {
    write(2, usage(agent, known));
    return 2;
  }
  const input = await readStdin();
  const payload = parsePayload("text" in input ? input.text : undefined);
  const sender = senderOf(agent, payload, process.env);
  const { default: adapter } = await ADAPTER_LOADERS[sender.adapter]!();
  if (resolveEvent(event) === undefined && !nativeNames(adapter).includes(event)) {
    const near = suggestEvents(event);
    write(2, `snaphook hook: "${event}" is no event we know${near.length > 0 ? `; did you mean ${near[0]}?` : ""}\n`);
  }
  const places = findPlaces(process.env);
  const call = {
    adapter,
    event,
    payload,
    ...(sender.origin === undefined ? {} : { origin: sender.origin }),
    cwd: currentFolder(),
    environment: process.env,
    places,
    program,
    ...(file === undefined ? {} : { named: [{ path: resolve(currentFolder(), file) }] }),
  };
  // Code of a function hook runs in this process: what it prints must not mix with the answer, and it must not
  // be able to end the process without one.
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  const answerAnyway = () => say(answerFailure(call, new Error("a hook ended the process")));
  process.once("exit", answerAnyway);
  const answered = await answerAgent(call).catch((error: unknown) => answerFailure(call, error));
  process.removeListener("exit", answerAnyway);
  return say(answered);
}

function say({ answer, record }: AgentAnswer): number {
  if (answer.stderr !== undefined) write(2, answer.stderr);
  write(1, answer.stdout);
  record();
  process.exitCode = answer.exitCode;
  return answer.exitCode;
}

function usage(agent: string, known: boolean): string {
  const agents = Object.keys(ADAPTER_LOADERS).join(", ");
  const problem = known
    ? "give one event, and nothing else but --config FILE"
    : `"${agent}" is none of the agents: ${agents}`;
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
