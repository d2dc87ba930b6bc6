/** Runs functions of one code config in a separate process: they may block, leak, exit or never return. */
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
// Leftover work of a function may fail later. That does not affect the current call.
process.on("uncaughtException", () => {});
process.on("message", async ({ artifact, event, payload, hookId, presence }: FunctionCall) => {
  try {
    startAfresh();
    const run = store.load(artifact, "by-plan");
    // The caller ends this process at the hook's deadline.
    const context = { hookId, presence, signal: new AbortController().signal, progress: () => {} };
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
