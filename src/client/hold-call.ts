/** Holds a call whose hooks ran in this process: the daemon asks the user. Never rejects. */
import { isCi } from "../core/text/is-ci.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import type { AgentCall, HeldAnswer, HeldQuestion } from "../runtime/call/types.js";
import { waitForAnswer } from "./ask-user.js";

type HeldCall = Pick<AgentCall, "adapter" | "environment" | "places" | "signal">;

export async function holdCall(
  { adapter, environment, places, signal }: HeldCall,
  question: HeldQuestion,
): Promise<HeldAnswer> {
  const { event, decision, cwd, presence, agentAsks, isPrivate, waitMs } = question;
  if (agentAsks && presence !== "headless") return { kind: "agent" };
  const { tool_name: tool, tool_input, tool_use_id: callId, session_id: session } = event.payload;
  const input = decision.input ?? tool_input;
  // The daemon would store the question.
  if (isPrivate || typeof tool !== "string" || !isRecord(input)) return { kind: "unattended" };
  const asked: JsonObject = {
    tool,
    input,
    agent: adapter.name,
    ...(session === undefined ? {} : { session }),
    ...(typeof callId === "string" ? { callId } : {}),
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    cwd,
    ci: isCi(environment),
    waitSeconds: Math.max(1, Math.floor(waitMs / 1_000)),
  };
  const answer = await waitForAnswer(places, asked, signal === undefined ? {} : { signal });
  return "problem" in answer ? { kind: "unattended" } : heldAnswer(answer.reply);
}

function heldAnswer({ state, verdict, answers, said, because, id, waitedMs }: JsonObject): HeldAnswer {
  if (state === "answered" && (verdict === "allow" || verdict === "deny"))
    return {
      kind: verdict,
      ...(typeof said === "string" ? { said } : {}),
      ...(isRecord(answers) ? { answers: answers as Readonly<Record<string, string>> } : {}),
    };
  const kept = typeof id === "string" ? { id } : {};
  if (because === "unattended") return { kind: "unattended", ...kept };
  const stopped = because === "stopped" ? ({ because } as const) : {};
  return { kind: "unanswered", ...kept, waitedMs: typeof waitedMs === "number" ? waitedMs : 0, ...stopped };
}
