/** The file behind `transcript_path`: one step per line, each with its content under the name of its type. */
import { isRecord } from "../../core/text/json.js";
import { readJsonLines } from "../_shared/json-lines.js";
import type { TranscriptFacts } from "../contract.js";

export function transcript(text: string): TranscriptFacts {
  const answers = readJsonLines(text).flatMap(({ planner_response: step }) => {
    const answer = isRecord(step) ? step["response"] : undefined;
    return typeof answer === "string" && answer !== "" ? [answer] : [];
  });
  const lastAnswer = answers.at(-1);
  return lastAnswer === undefined ? {} : { lastAnswer };
}
