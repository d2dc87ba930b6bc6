/** `askUser()` of a function hook: a question of its own in the queue. */
import type { AskedByHook, UserAnswer } from "../../core/hooks/ask-user.js";
import { isCi } from "../../core/text/is-ci.js";
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
  if (answer.state !== "answered")
    return {
      outcome: "none",
      problem:
        answer.state === "unanswered" && answer.because === "unattended"
          ? "no user can be asked now; keep `snaphook up` open in a terminal"
          : "no answer in time",
    };
  const { verdict, answers, said } = answer;
  return {
    outcome: verdict,
    ...(answers === undefined ? {} : { answers }),
    ...(said === undefined ? {} : { said }),
  };
}
