/** Runs functions of one code config in a process of its own: they may block, leak, exit or never return. */
import { readReturn } from "../../core/decision/answer.js";
import type { HookOutput } from "../../core/decision/decision.js";
import type { Presence } from "../../core/events/payload.js";
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

export type FunctionReply = HookResult;

const store = new ArtifactStore(process.argv[2] ?? "");
const [FOLDER, VARIABLES] = [process.cwd(), { ...process.env }];

process.on("disconnect", () => process.exit());
// What a function left behind may fail later. That is no fault of the call that runs meanwhile.
process.on("uncaughtException", () => {});
process.on("message", async ({ artifact, event, payload, hookId, presence }: FunctionCall) => {
  try {
    startAfresh();
    const run = store.load(artifact, "by-plan");
    // Whoever waits ends this process at the hook's deadline; nothing here needs to be told.
    const context = { hookId, presence, signal: new AbortController().signal, progress: () => {} };
    reply(readReturn(await run(frozenCopy(payload as JsonObject) as never, context), event));
  } catch (error) {
    reply(threw(error));
  }
});

/** Each call finds the folder and the variables of its agent, whatever the one before has done to them. */
function startAfresh(): void {
  process.env = { ...VARIABLES };
  if (process.cwd() !== FOLDER) process.chdir(FOLDER);
}

/** Read here, and sent as plain data: on the way an object would lose what is not its own, and a function all that it is. */
function reply(result: HookResult): void {
  try {
    process.send!(result.ok ? { ...result, output: plain(result.output) } : result);
  } catch {
    process.send!(threw(new Error("its answer cannot be sent: it refers to itself, or the like")));
  }
}

function plain(answer: HookOutput): HookOutput {
  const { verdict, reason, input, inputOptional, output, context, forceContinue, stop, message } = answer;
  return { verdict, reason, input, inputOptional, output, context, forceContinue, stop, message };
}
