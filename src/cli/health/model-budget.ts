/** The budget for models and what is used of it, as lines. */
import type { ModelBudget, Spent } from "../../runtime/models/usage.js";
import { oneLine } from "../output/print.js";

export function budgetLines(budget: ModelBudget, spent: Spent): string[] {
  const { callsPerHour, callsPerDay, tokensPerDay, usdPerDay, projectCallsPerDay } = budget;
  const most = Math.max(0, ...Object.values(spent.projects));
  return [
    `Budget: ${spent.callsInHour} of ${callsPerHour} calls this hour, ${spent.calls} of ${callsPerDay} today, ` +
      `${spent.tokens} of ${tokensPerDay} tokens, ${spent.usd.toFixed(2)} of ${usdPerDay} US dollars, ` +
      `at most ${most} of ${projectCallsPerDay} calls by hooks of one project.`,
    ...Object.entries(spent.models).map(
      ([name, used]) =>
        `  ${oneLine(name)}: ${used.calls} calls, ${used.tokens} tokens, ${used.usd.toFixed(2)} US dollars today`,
    ),
  ];
}
