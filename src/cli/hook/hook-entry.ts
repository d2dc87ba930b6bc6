/**
 * `snaphook hook AGENT EVENT`: what an agent calls. A bundle of its own, because it starts once per event: no
 * argument parser, no schema library, nothing that can wait.
 */
import { existsSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { ADAPTER_LOADERS } from "../../adapters/_lazy.js";
import { nativeNames } from "../../adapters/_shared/event-table.js";
import type { Environment, NativeAnswer } from "../../adapters/contract.js";
import { resolveEvent } from "../../core/events/events.js";
import { lookUp } from "../../core/text/json.js";
import { finish } from "../../runtime/call/finish.js";
import { answerFailure, handleCall } from "../../runtime/call/handle-call.js";
import { parsePayload, senderOf } from "../../runtime/call/read-call.js";
import type { AgentCall } from "../../runtime/call/types.js";
import { daemonPlace, isOnlyOurs } from "../../runtime/platform/daemon-paths.js";
import { takeEnvironment } from "../../runtime/platform/held-environment.js";
import { currentFolder, findPlaces } from "../../runtime/platform/paths.js";
import { readStdin } from "../../runtime/platform/read-stdin.js";
import { useInstallKey } from "../../runtime/platform/redaction-tags.js";
import { PROOF } from "../../runtime/wiring/answer-proof.js";
import { endWithLauncher, killWithLauncher } from "./under-launcher.js";

export async function runHook(args: readonly string[], program: string): Promise<number> {
  // The answer is JSON already; `--json` changes nothing.
  const given = args.filter((arg) => arg !== "--json");
  // From our launcher: it has asked the daemon in vain, or leaves that to us.
  const how = given[0] === "--alone" || given[0] === "--ask" ? given.shift() : undefined;
  const to = answerTo(given);
  const [agent = "", event = "", ...rest] = given;
  const known = lookUp(ADAPTER_LOADERS, agent) !== undefined;
  const hold = /^--wait=(\d{1,5})$/.exec(rest[0] ?? "")?.[1];
  if (hold !== undefined) rest.shift();
  const file = rest[0] === "--config" ? rest.splice(0, 2)[1] : undefined;
  // Agents may append arguments of their own; a misspelt option of ours must not be ignored.
  if (!known || event === "" || rest.some((arg) => arg.startsWith("--"))) {
    write(2, usage(agent, known, await loadSuggestions()));
    return 2;
  }
  const environment = takeEnvironment();
  if (to.proof !== undefined) endWithLauncher();
  const input = await readStdin();
  const text = "text" in input ? input.text : undefined;
  if (how === "--ask" && process.env["SNAPHOOK_DAEMON"] !== "off") {
    const holdSeconds = hold === undefined ? undefined : Number(hold);
    const answer = await askDaemon({ agent, event, payload: text ?? "", environment, holdSeconds });
    if (answer !== undefined) return say(answer, to);
  }
  const payload = parsePayload(text);
  const sender = senderOf(agent, payload, environment);
  const { default: adapter } = await ADAPTER_LOADERS[sender.adapter]!();
  if (resolveEvent(event) === undefined && !nativeNames(adapter).includes(event))
    write(2, `snaphook hook: ${(await loadSuggestions())?.unknownEvent(event) ?? `unknown event "${event}"`}\n`);
  const places = findPlaces(process.env);
  useInstallKey(places.data);
  const call: AgentCall = {
    adapter,
    event,
    payload,
    ...(sender.origin === undefined ? {} : { origin: sender.origin }),
    cwd: currentFolder(),
    environment,
    places,
    program,
    way: "alone",
    host: {
      commit: async (record) => (await import("../../runtime/record/spool-record.js")).commitAlone(places, record),
      ...(to.proof === undefined ? {} : { beforeOwnCode: killWithLauncher }),
    },
    ...(file === undefined ? {} : { named: [{ path: resolve(currentFolder(), file) }] }),
  };
  // Code of a function hook runs in this process: what it prints must not mix with the answer, and it must not be able to
  // end the process without one.
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  const answerAnyway = () => say(answerFailure(call, new Error("a hook ended the process")).answer, to);
  process.once("exit", answerAnyway);
  const decided = await handleCall(call);
  process.removeListener("exit", answerAnyway);
  const exitCode = say(decided.answer, to);
  const { spoolRecord } = await import("../../runtime/record/spool-record.js");
  let dropped: string | undefined;
  const { problem } = await finish(decided, (record) => {
    dropped ??= spoolRecord(places, record);
  });
  dropped ??= problem;
  // Once per session; elsewhere what is on stderr may be taken for the reason of a denial.
  if (dropped !== undefined && decided.event.name === "SessionStart")
    write(2, `snaphook: the events of this session are not recorded: ${dropped}\n`);
  if (how !== undefined && STARTS.has(decided.event.name)) {
    const { startDaemonFor } = await import("./auto-start.js");
    startDaemonFor(call.environment, places, program);
  }
  return exitCode;
}

/** What a session begins with; later calls do not try again and again where no daemon comes up. */
const STARTS = new Set(["SessionStart", "UserPromptSubmit"]);

async function askDaemon(call: {
  readonly agent: string;
  readonly event: string;
  readonly payload: string;
  readonly environment: Environment;
  readonly holdSeconds: number | undefined;
}): Promise<NativeAnswer | undefined> {
  const { hooksSocket, socketFolder } = daemonPlace(findPlaces(process.env));
  if (!existsSync(hooksSocket) || !isOnlyOurs(socketFolder)) return undefined;
  const { callDaemon } = await import("../../client/call-daemon.js");
  return callDaemon({ socket: hooksSocket, cwd: currentFolder(), ...call });
}

interface AnswerTo {
  /** A file descriptor. */
  readonly handle: number;
  /** What our launcher wants to see at the end of a complete answer. */
  readonly proof?: string;
}

/** Our launcher keeps stdout from hooks, and says where it listens instead. */
function answerTo(given: string[]): AnswerTo {
  const handle = /^--answer-on=(\d)$/.exec(given[0] ?? "")?.[1];
  if (handle === undefined) return { handle: 1 };
  given.shift();
  const proof = /^--proof=(\d+)$/.exec(given[0] ?? "")?.[1];
  if (proof === undefined) return { handle: Number(handle) };
  given.shift();
  return { handle: Number(handle), proof };
}

/** Once: the exit handler may come after it. */
let isSaid = false;

function say(answer: NativeAnswer, { handle, proof }: AnswerTo): number {
  process.exitCode = answer.exitCode;
  if (isSaid) return answer.exitCode;
  isSaid = true;
  if (answer.stderr !== undefined) write(2, answer.stderr);
  const end = proof === undefined ? "" : `\n${PROOF} ${proof} ${String(answer.exitCode).padStart(3, "0")}`;
  write(handle, `${answer.stdout}${end}`);
  return answer.exitCode;
}

type Suggestions = typeof import("../../core/text/suggest.js");

/** Only for messages about wrong use: an answer never depends on them. */
const loadSuggestions = () => import("../../core/text/suggest.js").catch(() => undefined);

function usage(agent: string, known: boolean, suggestions: Suggestions | undefined): string {
  const agents = Object.keys(ADAPTER_LOADERS);
  const problem = known
    ? "give one event, and no option except --config FILE"
    : `Unknown agent "${agent}".${suggestions?.didYouMean(agent, agents) ?? ""} Agents: ${agents.join(", ")}.`;
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
      if (code === "EPIPE") return; // the agent has closed the pipe
      if (code !== "EAGAIN") throw error;
    }
  }
}
