/** Asks the user through the daemon, and waits for the answer in bounded steps. Never throws. It can only ask. */
import type { UserAnswer } from "../core/hooks/ask-user.js";
import type { JsonObject } from "../core/text/json.js";
import type { AppPaths } from "../runtime/platform/paths.js";
import { addressOf } from "./daemon-control.js";
import { askDaemon, type DaemonReply } from "./daemon-http.js";

const STEP_SECONDS = 20;

export async function askThroughDaemon(
  places: Pick<AppPaths, "state">,
  question: JsonObject,
  { signal, onStep = () => {} }: { readonly signal?: AbortSignal; onStep?(): void } = {},
): Promise<UserAnswer> {
  const post = (path: string, body: JsonObject) =>
    askDaemon(addressOf(places), {
      method: "POST",
      path,
      body,
      token: "hooks",
      timeoutMs: (STEP_SECONDS + 10) * 1_000,
    });
  const asked = await post("/v1/asks", question);
  if (asked.kind !== "ok") return none(problemOf(asked));
  const { id, secret } = asked.body;
  const path = `/v1/asks/${id}/answer`;
  const cancel = () => void post(path, { secret, cancel: true });
  signal?.addEventListener("abort", cancel, { once: true });
  for (;;) {
    if (signal?.aborted) return none("cancelled");
    const reply = await post(path, { secret, wait: STEP_SECONDS });
    if (reply.kind !== "ok") return none(signal?.aborted ? "cancelled" : problemOf(reply));
    const { state, verdict, answers, said, because } = reply.body;
    if (state === "pending") {
      onStep();
      continue;
    }
    signal?.removeEventListener("abort", cancel);
    if (state !== "answered") return none(because === "unattended" ? UNATTENDED : "no answer in time");
    return {
      outcome: verdict === "allow" ? "allow" : "deny",
      ...(answers === undefined ? {} : { answers: answers as Record<string, string> }),
      ...(typeof said === "string" ? { said } : {}),
    };
  }
}

const UNATTENDED = "no user can be asked now; keep `snaphook up` open in a terminal";

function none(problem: string): UserAnswer {
  return { outcome: "none", problem };
}

function problemOf(reply: Exclude<DaemonReply, { kind: "ok" }>): string {
  return reply.kind === "down" ? "no daemon answers" : reply.message;
}
