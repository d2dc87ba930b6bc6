/** What is configured, and what was used of the budget, for commands. */

import type { Environment } from "../../executors/environment.js";
import { BudgetKeeper, type Spent } from "../../models/budget.js";
import { readKey } from "../../models/read-key.js";
import type { ModelBudget, ModelSettings } from "../../models/settings.js";
import type { AppPaths } from "../platform/paths.js";
import { type LoadedModels, loadModelSettings } from "./load-settings.js";
import { budgetState } from "./open-models.js";

export interface ModelUsageReport extends LoadedModels {
  readonly spent: Spent;
}

export type { ModelBudget, ModelSettings, Spent };

export async function readModelUsage(places: AppPaths): Promise<ModelUsageReport> {
  const loaded = await loadModelSettings(places);
  const spent = await new BudgetKeeper(budgetState(places), loaded.file.budget, Date.now).spent();
  return { ...loaded, spent };
}

/** Why the key of a model cannot be used. Undefined if it can, or if none is needed. */
export function keyProblem(settings: ModelSettings, environment: Environment): string | undefined {
  const read = readKey(settings, environment);
  return "failure" in read ? read.failure.message : undefined;
}
