/** Runs functions of one code config in a process of its own: they may block, leak, exit or never return. */
import type { FunctionRun } from "../core/hook.js";
import type { Presence } from "../core/payload.js";
import { ArtifactStore } from "../sources/artifacts.js";

export interface FunctionCall {
  readonly artifact: NonNullable<FunctionRun["artifact"]>;
  readonly payload: unknown;
  readonly hookId: string;
  readonly presence: Presence;
}

export type FunctionReply = { readonly answer: unknown } | { readonly threw: string };

const store = new ArtifactStore(process.argv[2] ?? "");

process.on("disconnect", () => process.exit());
process.on("message", async ({ artifact, payload, hookId, presence }: FunctionCall) => {
  try {
    const run = store.load(artifact, "by-plan");
    // Whoever waits ends this process at the hook's deadline; nothing here needs to be told.
    const context = { hookId, presence, signal: new AbortController().signal, progress: () => {} };
    reply({ answer: await run(payload as never, context) });
  } catch (error) {
    reply({ threw: error instanceof Error ? error.message : String(error) });
  }
});

function reply(message: FunctionReply): void {
  try {
    process.send!(message);
  } catch {
    process.send!({ threw: "its answer cannot be sent: it holds a function or the like" } satisfies FunctionReply);
  }
}
