/** Runs one hook alone, with its own time limit, and keeps its process output (OB-07). */

import { join } from "node:path";
import type { Failure } from "../../core/decision/failure.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import { askUserOf } from "../../core/hooks/ask-user.js";
import type { Reach } from "../../core/hooks/grants.js";
import type { HookResult } from "../../core/ports.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { ArtifactStore } from "../../sources/trust/artifacts.js";
import { MemoryState } from "../platform/memory-state.js";
import type { AppPaths } from "../platform/paths.js";
import { builtinsFor, createExecutors, ownFunctions } from "./executors.js";

export interface TryOptions {
  readonly places: AppPaths;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly presence: Presence;
  readonly reach: Reach;
  /** The directory of an event without one. */
  readonly cwd: string;
}

/** Time for an executor that terminates a process to report its output. */
const GRACE_MS = 1000;

export async function tryHook(hook: AdmittedHook, event: HookEvent, options: TryOptions): Promise<HookResult> {
  if (hook.broken !== undefined) return failed({ cause: "broken", message: hook.broken.message });
  const artifacts = new ArtifactStore(options.places.data);
  const { places, environment, reach, cwd } = options;
  const executors = createExecutors(PROFILES, environment, {
    reach,
    cwd,
    compiledIn: join(places.cache, "python"),
    places,
    loadArtifact: ownFunctions((one) => artifacts.load(one, "here"), environment),
    // A trial leaves nothing behind: no marks, no further events.
    loadBuiltin: builtinsFor(places, {
      environment,
      state: new MemoryState(),
      where: () => ({ project: reach.root ?? cwd, cwd }),
      emit: () => {},
    }),
  });
  const executor = executors[hook.run.type];
  const controller = new AbortController();
  const timeout: Failure = { cause: "timeout", message: `it did not answer within ${hook.timeoutMs} ms` };
  const askUser = askUserOf(undefined, () => controller.signal); // a trial asks no user
  const context = {
    hookId: hook.id,
    presence: options.presence,
    signal: controller.signal,
    progress: () => {},
    askUser,
  };
  const timer = setTimeout(() => controller.abort("timeout"), hook.timeoutMs);
  let lastTimer: NodeJS.Timeout | undefined;
  const result = await Promise.race([
    Promise.resolve()
      .then(() => executor.run(hook, event, context))
      .then((raw) => executor.read(raw, hook, event))
      .catch((error: unknown) => failed({ cause: "threw", message: String(error) })),
    new Promise<HookResult>((done) => {
      lastTimer = setTimeout(() => done(failed(timeout)), hook.timeoutMs + GRACE_MS);
    }),
  ]);
  clearTimeout(timer);
  clearTimeout(lastTimer);
  executor.close?.();
  return controller.signal.aborted && !result.ok ? { ...result, failure: timeout } : result;
}

function failed(failure: Failure): HookResult {
  return { ok: false, failure };
}
