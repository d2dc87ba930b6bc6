/** The agent's answer as JSON, for HTTP callers instead of a program's output. */
import type { JsonObject } from "../../core/text/json.js";
import { parseObject } from "../../core/text/json.js";
import type { Answered } from "../api.js";

/** Some print messages before their answer: it is the last object. */
export function answerObject({ answer }: Answered): JsonObject | undefined {
  return answer.stdout
    .split("\n")
    .reverse()
    .map((line) => parseObject(line))
    .find((object) => object !== undefined);
}

/** Some read a denial only from the exit code; a denial that cannot be parsed must not be lost. */
export function answerEnd(answered: Answered): JsonObject {
  const { answer, decision } = answered;
  const unread = decision.verdict === "deny" && answerObject(answered) === undefined;
  if (answer.exitCode === 0 && !unread) return {};
  return { exit_code: answer.exitCode || 2, stderr: answer.stderr || (decision.reason ?? "") };
}
