/** Runs functions of one code config, away from the daemon's own thread: they may block, throw later or never return. */
import { parentPort, workerData } from "node:worker_threads";
import type { FunctionRun } from "../core/hook.js";
import type { Presence } from "../core/payload.js";
import { ArtifactStore } from "../sources/artifacts.js";

export interface FunctionCall {
  readonly id: number;
  readonly artifact: NonNullable<FunctionRun["artifact"]>;
  readonly payload: unknown;
  readonly hookId: string;
  readonly presence: Presence;
}

export type FunctionReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly threw: string };

const store = new ArtifactStore(workerData as string);

parentPort!.on("message", async ({ id, artifact, payload, hookId, presence }: FunctionCall) => {
  const reply = (message: FunctionReply) => parentPort!.postMessage(message);
  try {
    const run = store.load(artifact, "by-plan");
    // The daemon ends this thread at the hook's deadline; nothing here needs to be told.
    const context = { hookId, presence, signal: new AbortController().signal, progress: () => {} };
    reply({ id, answer: await run(payload as never, context) });
  } catch (error) {
    reply({ id, threw: error instanceof Error ? error.message : String(error) });
  }
});
