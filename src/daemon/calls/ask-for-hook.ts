/** `askUser()` of a function hook: a question of its own in the queue. */
import type { AskedByHook, UserAnswer } from "../../core/hooks/ask-user.js";
import { isCi } from "../../core/text/is-ci.js";
import { whyNoAnswer } from "../../core/text/no-answer.js";
import type { AgentCall } from "../../runtime/call/types.js";
import type { OutsideAnswer, OutsideAsks } from "./outside-asks.js";

export async function askForHook(
  asks: OutsideAsks,
  call: AgentCall,
  { questions, level, waitMs }: AskedByHook,
  signal: AbortSignal,
): Promise<UserAnswer> {
  const session = call.payload?.["session_id"];
  const answer = await asks.askAndWait(
    {
      agent: "hook",
      ...(typeof session === "string" ? { session } : {}),
      cwd: call.cwd,
      tool: "ask_user",
      input: { questions },
      about: { kind: "question", questions },
      level,
      isCi: isCi(call.environment),
      waitMs,
    },
    signal,
  );
  return userAnswer(answer);
}

function userAnswer(answer: OutsideAnswer): UserAnswer {
  if (answer.state === "unanswered") return { outcome: "none", problem: whyNoAnswer(answer.because, answer.waitedMs) };
  if (answer.state === "pending") return { outcome: "none", problem: whyNoAnswer("time") };
  const { verdict, answers, said } = answer;
  return {
    outcome: verdict,
    ...(answers === undefined ? {} : { answers }),
    ...(said === undefined ? {} : { said }),
  };
}
