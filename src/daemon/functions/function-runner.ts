/** Runs functions of one code config in a separate process: they may block, leak, exit or never return. */
import { readReturn } from "../../core/decision/answer.js";
import type { HookOutput } from "../../core/decision/decision.js";
import type { Presence } from "../../core/events/payload.js";
import { type AskedByHook, type AskQueue, askUserOf, type UserAnswer } from "../../core/hooks/ask-user.js";
import type { FunctionRun } from "../../core/hooks/hook.js";
import type { HookResult } from "../../core/ports.js";
import { frozenCopy, type JsonObject } from "../../core/text/json.js";
import { threw } from "../../engine/hook-result.js";
import { ArtifactStore } from "../../sources/trust/artifacts.js";

export interface FunctionCall {
  readonly artifact: NonNullable<FunctionRun["artifact"]>;
  readonly event: string;
  readonly payload: unknown;
  readonly hookId: string;
  readonly presence: Presence;
}

/** From the function's process: what the hook asks the user, instead of its result. */
export interface FunctionQuestion {
  readonly asks: number;
  readonly asked: AskedByHook;
}

/** To the function's process. */
export interface FunctionAnswer {
  readonly asks: number;
  readonly answer: UserAnswer;
}

export type FunctionReply = HookResult;

const store = new ArtifactStore(process.argv[2] ?? "");
const [FOLDER, VARIABLES] = [process.cwd(), { ...process.env }];

process.on("disconnect", () => process.exit());
// Leftover work of a function may fail later. That does not affect the current call.
process.on("uncaughtException", () => {});
const waiting = new Map<number, (answer: UserAnswer) => void>();
let count = 0;
/** The caller asks, and ends this process at the hook's deadline. */
const askQueue: AskQueue = (asked) =>
  new Promise((done) => {
    const question: FunctionQuestion = { asks: ++count, asked };
    waiting.set(question.asks, done);
    process.send!(question);
  });

process.on("message", async (message: FunctionCall | FunctionAnswer) => {
  if ("asks" in message) return waiting.get(message.asks)?.(message.answer);
  const { artifact, event, payload, hookId, presence } = message;
  try {
    startAfresh();
    const run = store.load(artifact, "by-plan");
    // The caller ends this process at the hook's deadline.
    const { signal } = new AbortController();
    const context = { hookId, presence, signal, progress: () => {}, askUser: askUserOf(askQueue, () => signal) };
    reply(readReturn(await run(frozenCopy(payload as JsonObject) as never, context), event));
  } catch (error) {
    reply(threw(error));
  }
});

/** Each call gets the directory and variables of its agent, whatever the previous one changed. */
function startAfresh(): void {
  process.env = { ...VARIABLES };
  if (process.cwd() !== FOLDER) process.chdir(FOLDER);
}

/** Parsed here, and sent as plain data: transfer would drop inherited properties and functions. */
function reply(result: HookResult): void {
  try {
    process.send!(result.ok ? { ...result, output: plain(result.output) } : result);
  } catch {
    process.send!(threw(new Error("its answer cannot be sent: it is cyclic or similar")));
  }
}

function plain(answer: HookOutput): HookOutput {
  const { verdict, reason, input, inputOptional, output, context, forceContinue, stop, message } = answer;
  return { verdict, reason, input, inputOptional, output, context, forceContinue, stop, message };
}
