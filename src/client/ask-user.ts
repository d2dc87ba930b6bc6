/** Asks the user through the daemon, and waits for the answer in bounded steps. Never throws. It can only ask. */
import type { UserAnswer } from "../core/hooks/ask-user.js";
import type { JsonObject } from "../core/text/json.js";
import { whyNoAnswer } from "../core/text/no-answer.js";
import type { AppPaths } from "../runtime/platform/paths.js";
import { addressOf } from "./daemon-control.js";
import { askDaemon, type DaemonReply } from "./daemon-http.js";

const STEP_SECONDS = 20;

interface Waiting {
  readonly signal?: AbortSignal;
  onStep?(): void;
}

export async function askThroughDaemon(
  places: Pick<AppPaths, "state">,
  question: JsonObject,
  waiting: Waiting = {},
): Promise<UserAnswer> {
  const answer = await waitForAnswer(places, question, waiting);
  if ("problem" in answer) return none(answer.problem);
  const { state, verdict, answers, said, because, waitedMs } = answer.reply;
  if (state !== "answered") return none(whyNoAnswer(because, waitedMs));
  return {
    outcome: verdict === "allow" ? "allow" : "deny",
    ...(answers === undefined ? {} : { answers: answers as Record<string, string> }),
    ...(typeof said === "string" ? { said } : {}),
  };
}

/** What the daemon says when the question has ended, or why it could not be asked. Never rejects. */
export async function waitForAnswer(
  places: Pick<AppPaths, "state">,
  question: JsonObject,
  { signal, onStep = () => {} }: Waiting,
): Promise<{ readonly reply: JsonObject } | { readonly problem: string }> {
  const post = (path: string, body: JsonObject) =>
    askDaemon(addressOf(places), {
      method: "POST",
      path,
      body,
      token: "hooks",
      timeoutMs: (STEP_SECONDS + 10) * 1_000,
    });
  const asked = await post("/v1/asks", question);
  if (asked.kind !== "ok") return { problem: problemOf(asked) };
  const { id, secret } = asked.body;
  const path = `/v1/asks/${id}/answer`;
  const cancel = () => void post(path, { secret, cancel: true });
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel(); // while it was being asked
  for (;;) {
    if (signal?.aborted) return { problem: "cancelled" };
    const reply = await post(path, { secret, wait: STEP_SECONDS });
    if (reply.kind !== "ok" && signal?.aborted) return { problem: "cancelled" };
    if (hasLost(reply)) return { reply: { state: "unanswered", because: "stopped" } };
    if (reply.kind !== "ok") return { problem: problemOf(reply) };
    if (reply.body["state"] !== "pending") {
      signal?.removeEventListener("abort", cancel);
      return { reply: reply.body };
    }
    onStep();
  }
}

/** The daemon that was asked does not answer any more, or another one does, which does not know the question. */
function hasLost(reply: DaemonReply): boolean {
  return reply.kind === "down" || (reply.kind === "refused" && reply.status === 404);
}

function none(problem: string): UserAnswer {
  return { outcome: "none", problem };
}

function problemOf(reply: Exclude<DaemonReply, { kind: "ok" }>): string {
  return reply.kind === "down" ? "no daemon answers; `snaphook up` starts one" : reply.message;
}
