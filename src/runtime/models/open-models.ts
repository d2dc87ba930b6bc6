/** Connects the user's models to this machine: settings, checked HTTP, and state that all processes share. */
import { join } from "node:path";
import type { ModelPort } from "../../core/models/model-port.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import type { Environment } from "../../executors/environment.js";
import { createModels } from "../../models/create-models.js";
import { FileState } from "../platform/file-state.js";
import type { AppPaths } from "../platform/paths.js";
import { loadModelSettings } from "./load-settings.js";
import { modelTransport } from "./transport.js";

export interface OpenModelsOptions {
  readonly places: AppPaths;
  readonly environment: Environment;
  readonly root?: string | undefined;
  readonly allowHosts?: readonly string[];
}

export async function openModels({
  places,
  environment,
  root,
  allowHosts = [],
}: OpenModelsOptions): Promise<ModelPort> {
  const { file, path } = await loadModelSettings(places);
  return createModels({
    file,
    path,
    environment,
    transport: modelTransport({ environment, root, allowHosts }),
    state: budgetState(places),
    answers: new FileState(join(places.state, "models", "answers")),
    now: Date.now,
    hash: (text) => keyedHash(text, places.data),
  });
}

export function budgetState({ state }: Pick<AppPaths, "state">): FileState {
  return new FileState(join(state, "models"));
}
