/** The executor of prompt or agent hooks with the user's models. Loaded with the first of them. */
import type { Reach } from "../../core/hooks/grants.js";
import type { Executor, Profiles } from "../../core/ports.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import type { Environment } from "../../executors/environment.js";
import { promptExecutor } from "../../executors/prompt.js";
import { isPrivate } from "../call/record-call.js";
import { type AppPaths, findPlaces } from "../platform/paths.js";
import { openModels } from "./open-models.js";

export interface PromptHooksOptions {
  readonly environment: Environment;
  readonly reach: Reach | undefined;
  /** Default: by the environment. */
  readonly places: AppPaths | undefined;
}

export async function openPromptExecutor(
  type: "prompt" | "agent",
  profiles: Profiles,
  { environment, reach, places = findPlaces(environment) }: PromptHooksOptions,
): Promise<Executor> {
  const { root, allowHosts = [] } = reach ?? {};
  return promptExecutor(type, profiles, {
    models: await openModels({ places, environment, root, allowHosts }),
    root,
    isPrivate: isPrivate(environment),
    depth: Number(environment["SNAPHOOK_DEPTH"]) || 0,
    hash: (text) => keyedHash(text, places.data),
  });
}
