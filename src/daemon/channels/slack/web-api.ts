/** Calls of Slack's Web API. */
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import { ChannelProblem } from "../contract.js";
import { sendJson } from "../send-json.js";

/** Only the user can change what these name. */
const LASTING = [
  "account_inactive",
  "app_missing",
  "channel_not_found",
  "invalid_auth",
  "is_archived",
  "missing_scope",
  "not_allowed_token_type",
  "not_authed",
  "not_in_channel",
  "org_login_required",
  "restricted_action",
  "team_access_not_granted",
  "token_expired",
  "token_revoked",
];
/** Trying again with the same content would be refused again. */
const OF_CARD = ["invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long", "no_text"];

export class SlackError extends ChannelProblem {
  constructor(
    method: string,
    readonly code: string,
  ) {
    const about = LASTING.includes(code) ? { isLasting: true } : OF_CARD.includes(code) ? { ofCard: true } : {};
    super(`Slack refused ${method}: ${code}`, about as ChannelProblem["about"]);
  }
}

export interface WebApi {
  readonly url: string;
  /** Throws a `ChannelProblem`. */
  token(): string;
}

/** Rejects with a `ChannelProblem`. */
export async function callSlack({ url, token }: WebApi, method: string, body: object = {}): Promise<JsonObject> {
  const base = url.endsWith("/") ? url : `${url}/`;
  const authorization = `Bearer ${token()}`;
  const { status, text } = await sendJson(new URL(method, base), JSON.stringify(body), { authorization });
  const answer = parsed(text);
  if (answer === undefined) throw new ChannelProblem(`Slack answered ${method} with ${status} and no JSON`);
  if (answer["ok"] === true) return answer;
  const code = String(answer["error"] ?? `status ${status}`).slice(0, 100);
  if (code === "ratelimited") throw new ChannelProblem("too many requests (ratelimited)");
  throw new SlackError(method, code.replace(/[^\w .-]/g, "?"));
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
