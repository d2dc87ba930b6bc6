/** Scripts, hooks and MCP clients ask the user. The hooks' token asks; it can neither list nor answer. */
import { readQuestions } from "../../../core/records/questions.js";
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import {
  newAskBody,
  newAskReply,
  outsideAnswerBody,
  outsideAnswerReply,
  outsideParams,
} from "../schemas/outside-asks.js";

const WAIT_SECONDS = 300;

export const newAsk = route({
  method: "POST",
  path: "/v1/asks",
  token: "hooks",
  summary: "Asks the user: questions, a plan, or permission for a tool call. The secret is needed for the answer.",
  accepts: JSON_ONLY,
  body: newAskBody,
  reply: newAskReply,
  async handle({ services, body: { questions, plan, tool, input, agent = "script", waitSeconds, ci, ...rest } }) {
    if ([questions, plan, tool].filter((one) => one !== undefined).length !== 1)
      return refuse("BODY_INVALID", "give one of `questions`, `plan` and `tool`");
    const asked = { ...rest, agent, isCi: ci, waitMs: 1_000 * (waitSeconds ?? WAIT_SECONDS) };
    const isUsersQuestion = questions !== undefined || tool === "AskUserQuestion";
    const read = isUsersQuestion ? readQuestions(questions === undefined ? input : { questions }) : undefined;
    if (isUsersQuestion && read === undefined) return refuse("BODY_INVALID", "each question needs a text of its own");
    const about =
      read !== undefined
        ? ({ kind: "question", questions: read } as const)
        : plan !== undefined
          ? ({ kind: "plan", text: plan } as const)
          : services.askedAbout(tool!, input ?? {}, rest.session);
    const call =
      tool !== undefined
        ? { tool, input: input ?? {} }
        : plan !== undefined
          ? { tool: "submit_plan", input: { plan } }
          : { tool: "ask_user", input: { questions } };
    const made = services.outsideAsks.ask({ ...asked, ...call, about });
    return made === undefined ? refuse("STORE_REFUSED", "too many questions wait for an answer") : { json: made };
  },
});

/** A POST, so that the secret is in no address. */
export const outsideAnswer = route({
  method: "POST",
  path: "/v1/asks/{id}/answer",
  token: "hooks",
  summary: "The answer to a question that the caller has asked. Waits for at most 25 seconds; then ask again.",
  accepts: JSON_ONLY,
  params: outsideParams,
  body: outsideAnswerBody,
  reply: outsideAnswerReply,
  async handle({ services, params: { id }, body: { secret, wait = 0, cancel }, signal }) {
    const unknown = refuse("ASK_UNKNOWN", "unknown question, or a wrong secret");
    if (cancel) return services.outsideAsks.cancel(id, secret) ? { json: { state: "cancelled" as const } } : unknown;
    const answer = await services.outsideAsks.answer(id, secret, wait * 1_000, signal);
    return answer === undefined ? unknown : { json: answer };
  },
});
