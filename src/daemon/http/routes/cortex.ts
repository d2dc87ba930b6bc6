/**
 * Cortex's endpoints (DA-06, DA-07), on a port of their own with Cortex's header for the token. A script waits for the answer in
 * one request. Whatever goes wrong is an `error`, never an approval.
 */
import type { About } from "../../../approvals/ports.js";
import { readQuestions } from "../../../core/records/questions.js";
import type { JsonObject } from "../../../core/text/json.js";
import { currentFolder } from "../../../runtime/platform/paths.js";
import type { OutsideAnswer } from "../../calls/outside-asks.js";
import { type Refusal, refuse } from "../errors.js";
import { JSON_ONLY, type Route, type RouteCall, route } from "../route.js";
import { cortexPlanBody, cortexPlanReply, cortexQuestionBody, cortexQuestionReply } from "../schemas/cortex.js";

/** HL-02: Cortex's scripts wait an hour. */
const WAIT_MS = 30 * 60_000;

interface Asked {
  readonly tool: string;
  readonly input: JsonObject;
  readonly about: About;
  readonly session: string | undefined;
}

function ask({ services, signal }: RouteCall, asked: Asked): Promise<OutsideAnswer> {
  return services.outsideAsks.askAndWait({ ...asked, agent: "cortex", cwd: currentFolder(), waitMs: WAIT_MS }, signal);
}

/** Why there is no answer, in Cortex's words. */
function errorOf(answer: OutsideAnswer): string {
  return answer.state === "unanswered" && answer.because === "time" ? "timeout" : "no user can be asked now";
}

const required = (what: string): Refusal => refuse("BODY_INVALID", `${what} required`);

const question = route({
  method: "POST",
  path: "/hook/ask-user-question",
  token: "hooks",
  summary: "Cortex: asks the user questions, and waits for the answers.",
  accepts: JSON_ONLY,
  body: cortexQuestionBody,
  reply: cortexQuestionReply,
  async handle(call) {
    const { channel, questions, sessionId, dryRun } = call.body;
    if (!channel || !Array.isArray(questions) || questions.length === 0) return required("channel and questions");
    const read = readQuestions({ questions });
    if (read === undefined) return refuse("BODY_INVALID", "each question needs a text of its own");
    call.services.log("DAEMON", `ask-user.requested by Cortex's script${dryRun ? " (dry run)" : ""}`);
    if (dryRun) return { json: { dryRun: true as const } };
    const about = { kind: "question", questions: read } as const;
    const answer = await ask(call, {
      tool: "AskUserQuestion",
      input: { questions },
      about,
      session: sessionId ?? undefined,
    });
    if (answer.state !== "answered") return { json: { error: errorOf(answer), answers: {} } };
    if (answer.verdict === "deny") return { json: { error: "the user declined to answer", answers: {} } };
    return { json: { answers: answer.answers ?? {} } };
  },
});

const plan = route({
  method: "POST",
  path: "/hook/exit-plan-mode",
  token: "hooks",
  summary: "Cortex: shows the user a plan, and waits until it is approved or rejected.",
  accepts: JSON_ONLY,
  body: cortexPlanBody,
  reply: cortexPlanReply,
  async handle(call) {
    const { channel, planContent, toolInput, sessionId, dryRun } = call.body;
    if (!channel) return required("channel");
    call.services.log("DAEMON", `plan.submitted by Cortex's script${dryRun ? " (dry run)" : ""}`);
    if (dryRun) return { json: { dryRun: true as const } };
    const input = { ...toolInput, planContent: planContent ?? "" };
    const session = sessionId ?? undefined;
    const about = call.services.askedAbout("ExitPlanMode", input, session);
    if (about === undefined) return { json: { error: "the plan was not found", approved: false } };
    const answer = await ask(call, { tool: "ExitPlanMode", input, about, session });
    if (answer.state !== "answered") return { json: { error: errorOf(answer), approved: false } };
    if (answer.verdict === "allow") return { json: { approved: true } };
    return { json: { approved: false, reason: answer.said ?? "" } };
  },
});

export const CORTEX_ROUTES: readonly Route[] = [question, plan];
