/** What a card says about a question. */
import type { OpenAsk } from "../../daemon/http/schemas/page-types.js";
import { isObject } from "./event.js";

export const isOpen = ({ state }: Pick<OpenAsk, "state">) => state === "open" || state === "parked";

/** A command as it would run; any other input as it is. */
export function callText({ input, kind }: Pick<OpenAsk, "input" | "kind">): string {
  if (kind !== undefined && kind !== "permission") return input;
  try {
    const value: unknown = JSON.parse(input);
    if (isObject(value) && Object.keys(value).length === 1 && typeof value["command"] === "string")
      return value["command"];
  } catch {
    // not JSON
  }
  return input;
}

export function timeLeft({ state }: OpenAsk, left: number, durationText: (ms: number) => string): string {
  const time = durationText(Math.ceil(left / 1_000) * 1_000);
  return state === "open"
    ? `The agent waits. ${time} left.`
    : `The agent no longer waits. An answer counts for the same call, if it is made again within ${time}.`;
}

/** How it ended, and who decided. */
export function endOf(ask: OpenAsk): string {
  const { by, state, verdict, said, scope } = ask;
  const who =
    by === undefined ? "" : ` by ${by.user} (${[by.channel, by.place, by.method].filter(Boolean).join(", ")})`;
  const what = verdict === "allow" ? (ask.kind === "question" ? "Answered" : "Approved") : "Denied";
  const why = said === undefined ? "" : `: ${said}`;
  switch (state) {
    case "used":
      return `${what}${scope === "again" ? " for 60 minutes" : ""}${who}${why}.`;
    case "waiting":
      return `${what}${who}${why}. The answer waits for the same call.`;
    case "elsewhere":
      return "Answered in the agent.";
    case "revoked":
      return `Revoked. It was ${what.toLowerCase()}${who} before.`;
    case "lapsed":
      return verdict === undefined
        ? "Expired without an answer."
        : `${what}${who}, but the call was not made again in time.`;
    default:
      return "Expired.";
  }
}
