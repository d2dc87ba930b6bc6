/** Reads what a member did in Slack. Everything in it is checked: only listed members of the workspace answer. */
import type { GivenAnswers } from "../../../approvals/answers.js";
import type { AskQuestion } from "../../../core/records/records.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import type { SlackSettings } from "../../lifecycle/settings.js";

export interface Member {
  readonly id: string;
  /** Also the name that they chose themselves. */
  readonly user: string;
}

/** Who did it, or why that person may not. */
export function memberOf(
  payload: JsonObject,
  { team, approvers }: Pick<SlackSettings, "team" | "approvers">,
): Member | { readonly refused: string; readonly id?: string } {
  const user = isRecord(payload["user"]) ? payload["user"] : {};
  const id = user["id"];
  if (typeof id !== "string" || !/^[UW][A-Z0-9]{2,30}$/.test(id)) return { refused: "an unknown sender" };
  const isBot = user["is_bot"] === true || payload["bot_id"] !== undefined || user["bot_id"] !== undefined;
  if (isBot) return { refused: "a bot", id };
  const teams = [isRecord(payload["team"]) ? payload["team"]["id"] : undefined, user["team_id"]];
  if (teams[0] !== team || (teams[1] ?? team) !== team) return { refused: "a member of another workspace", id };
  if (!approvers.includes(id)) return { refused: "a member who is not listed", id };
  const name = user["username"] ?? user["name"];
  return { id, user: typeof name === "string" && /^[\w.-]{1,80}$/.test(name) ? `${name} (${id})` : id };
}

export interface Click {
  readonly action: string;
  readonly id: string;
  readonly hash: string;
  readonly channel: string;
  /** Of the message. */
  readonly ts: string;
  readonly trigger: string;
}

export function readClick(payload: JsonObject): Click | undefined {
  const action: unknown = Array.isArray(payload["actions"]) ? payload["actions"][0] : undefined;
  const container = isRecord(payload["container"]) ? payload["container"] : {};
  if (!isRecord(action) || typeof action["value"] !== "string") return undefined;
  const asked = readAsked(action["value"].split(" "));
  return (
    asked && {
      ...asked,
      action: String(action["action_id"]),
      channel: String(container["channel_id"]),
      ts: String(container["message_ts"]),
      trigger: String(payload["trigger_id"]),
    }
  );
}

export interface Submission {
  readonly form: string;
  readonly id: string;
  readonly hash: string;
  readonly values: JsonObject;
}

export function readSubmission({ view }: JsonObject): Submission | undefined {
  if (!isRecord(view) || !isRecord(view["state"]) || !isRecord(view["state"]["values"])) return undefined;
  try {
    const asked: unknown = JSON.parse(String(view["private_metadata"]));
    const read = isRecord(asked) ? readAsked([asked["id"], asked["hash"]]) : undefined;
    return read && { ...read, form: String(view["callback_id"]), values: view["state"]["values"] };
  } catch {
    return undefined;
  }
}

function readAsked([id, hash]: readonly unknown[]): { readonly id: string; readonly hash: string } | undefined {
  if (typeof id !== "string" || typeof hash !== "string") return undefined;
  return /^[0-9a-f]{8}$/.test(id) && hash.length <= 200 ? { id, hash } : undefined;
}

export function textIn(values: JsonObject, block: string): string {
  const inner = isRecord(values[block]) ? values[block]["text"] : undefined;
  return isRecord(inner) && typeof inner["value"] === "string" ? inner["value"].trim() : "";
}

/** The answers of the form; a text by block if it cannot be read in one way only. */
export function answersIn(
  questions: readonly AskQuestion[],
  values: JsonObject,
): { readonly answers: GivenAnswers } | { readonly errors: Readonly<Record<string, string>> } {
  const answers: [string, string | readonly string[]][] = [];
  const errors: [string, string][] = [];
  for (const [at, { question, options }] of questions.entries()) {
    const chosen = choicesIn(values, `choice-${at}`).map((i) => options[i]?.label ?? "");
    const text = textIn(values, `text-${at}`);
    if (chosen.length > 0 && text !== "") errors.push([`text-${at}`, "Choose an option or write a text, not both."]);
    else if (chosen.length === 0 && text === "") errors.push([`text-${at}`, "Choose an option or write a text."]);
    else answers.push([question, chosen.length > 0 ? chosen : text]);
  }
  return errors.length > 0 ? { errors: Object.fromEntries(errors) } : { answers: Object.fromEntries(answers) };
}

function choicesIn(values: JsonObject, block: string): readonly number[] {
  const inner = isRecord(values[block]) ? values[block]["choice"] : undefined;
  if (!isRecord(inner)) return [];
  const several: unknown = inner["selected_options"];
  const chosen = Array.isArray(several) ? several : [inner["selected_option"]];
  return chosen.flatMap((one) =>
    isRecord(one) && /^\d{1,3}$/.test(String(one["value"])) ? [Number(one["value"])] : [],
  );
}
