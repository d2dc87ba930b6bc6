/** Functions in this process: an embedder's own, or those of a code config's bundle (HT-05). */
import type { AdmittedHook } from "../core/admission.js";
import { readReturn } from "../core/answer.js";
import type { FunctionRun, HookFunction } from "../core/hook.js";
import { frozenCopy } from "../core/json.js";
import type { HookEvent } from "../core/payload.js";
import type { Executor } from "../core/ports.js";

/** Finds the function of a code config. A rejection is recorded as `artifact-missing`. */
export type LoadArtifact = (artifact: NonNullable<FunctionRun["artifact"]>) => Promise<HookFunction>;

class ArtifactMissing {
  constructor(readonly message: string) {}
}

export function functionExecutor(loadArtifact?: LoadArtifact): Executor {
  return {
    type: "function",
    run(hook, event, context) {
      const { fn } = hook.run as FunctionRun;
      const payload = payloadFor(hook, event) as never;
      if (fn !== undefined) return fn(payload, context);
      return load(hook, loadArtifact).then((found) =>
        found instanceof ArtifactMissing ? found : found(payload, context),
      );
    },
    read(raw, _hook, event) {
      if (raw instanceof ArtifactMissing)
        return { ok: false, failure: { cause: "artifact-missing", message: raw.message } };
      return readReturn(raw, event.name);
    },
  };
}

/** Hooks on an agent's native event get what the agent sent (EV-26). */
function payloadFor(hook: AdmittedHook, { payload, native }: HookEvent): unknown {
  return hook.nativeTo === undefined || native === undefined ? payload : frozenCopy(native.payload);
}

async function load(
  hook: AdmittedHook,
  loadArtifact: LoadArtifact | undefined,
): Promise<HookFunction | ArtifactMissing> {
  const { artifact } = hook.run as FunctionRun;
  if (artifact === undefined || loadArtifact === undefined) return new ArtifactMissing("its function is not there");
  try {
    return await loadArtifact(artifact);
  } catch (error) {
    return new ArtifactMissing(error instanceof Error ? error.message : String(error));
  }
}
