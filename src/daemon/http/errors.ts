/** All refusals of the API, as data: a stable code, the status, and what to do next. */

export const API_ERRORS = {
  REQUEST_MALFORMED: [400, "Send one well-formed HTTP/1.1 request; a header that decides may come only once."],
  BODY_SYNTAX: [400, "The body must be JSON in UTF-8, or one JSON object per line for application/x-ndjson."],
  BODY_INVALID: [400, "See the shape of the body in docs/openapi.json."],
  BODY_UNEXPECTED: [400, "Send no body with GET."],
  PARAM_INVALID: [400, "See the parameters of the route in docs/openapi.json. A token never goes into the address."],
  CURSOR_INVALID: [400, "Send `next` of the page before as it came, with the same other parameters."],
  ASK_UNFIT: [400, "Answer each question once: a list of its labels, or a string with your own text."],
  EVENT_UNKNOWN: [400, "Use a name from `snaphook events`, or a namespaced one such as `my:event`."],
  THREAD_REFUSED: [400, "`snaphook thread templates` in that folder lists what can run, and why the rest cannot."],
  UPGRADE_REFUSED: [400, "The API speaks plain HTTP/1.1; GET /v1/stream gives live lines."],
  TOKEN_REFUSED: [401, "Send `Authorization: Bearer TOKEN` with a token of this daemon."],
  TOKEN_INSUFFICIENT: [403, "The hooks' token may post events and nothing else; use the control token."],
  PERSON_REQUIRED: [403, "Only a human can approve: run `snaphook approve ID` in a terminal. Denying needs no proof."],
  PASSKEY_REQUIRED: [
    403,
    "Only a passkey approves on this installation: run `snaphook page` and allow it there. Denying needs no proof.",
  ],
  PASSKEY_REFUSED: [403, "Nothing was changed. Try again; `snaphook passkeys` lists those that are registered."],
  PAGE_ONLY_VIEWS: [403, "Run `snaphook page` in a terminal of your own, so that the page may also answer."],
  PAGE_MISSING: [
    503,
    "The page could not be opened. See `snaphook doctor`; `snaphook up` shows the same in a terminal.",
  ],
  TICKET_REFUSED: [403, "It was used, has expired, or its question has ended. Nothing was changed."],
  HOST_REFUSED: [403, "Call the daemon as 127.0.0.1, localhost or [::1] with its port, or through its socket."],
  ORIGIN_REFUSED: [403, "Pages of other origins may not call the daemon."],
  NOT_FOUND: [404, "See docs/api.md for the routes."],
  AGENT_UNKNOWN: [404, "See `snaphook agents` for the names."],
  SESSION_UNKNOWN: [404, "See GET /v1/sessions for the known ones."],
  MEMORY_UNKNOWN: [404, "See GET /v1/memories."],
  CALL_UNKNOWN: [404, "See GET /v1/events for the recorded ones; older ones were removed."],
  ASK_UNKNOWN: [404, "See GET /v1/asks?state=all for the known questions."],
  THREAD_UNKNOWN: [404, "See GET /v1/threads for the known ones."],
  METHOD_REFUSED: [405, "Use the method that the header Allow names."],
  HEAD_TOO_SLOW: [408, "Send the request's head at once."],
  BODY_TOO_SLOW: [408, "Send the body at once, or in smaller pieces."],
  ASK_OTHER_CALL: [409, "The question is about another call than the one you saw. Look at it again."],
  NOT_STOPPED: [409, "Run `snaphook stop-all` first."],
  ASK_TOO_LATE: [410, "The first answer counts; nothing was changed."],
  BODY_TOO_LARGE: [413, "Bodies are limited to 10 MiB; send several requests."],
  CONTENT_TYPE_REFUSED: [415, "Use a content type that docs/openapi.json lists for the route, uncompressed."],
  TICKET_LIMIT: [429, "Too many invalid tickets. Wait a minute."],
  HEAD_TOO_LARGE: [431, "Send fewer or shorter headers."],
  INTERNAL: [500, "This is a bug in Snaphook. Please report it with what you called; the daemon's log says more."],
  CHANNEL_FAILED: [502, "See `snaphook channels` for the state of each channel."],
  STORE_REFUSED: [
    503,
    "Nothing was stored. Check the disk, see `snaphook doctor`, and send it again with the same id.",
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** A refusal for the caller: a value, never thrown. A class, so that no input can imitate it. */
export class Refusal {
  constructor(
    readonly code: ApiErrorCode,
    readonly message: string,
  ) {}

  get status(): number {
    return API_ERRORS[this.code][0];
  }

  get body(): { error: { code: ApiErrorCode; message: string; hint: string } } {
    return { error: { code: this.code, message: this.message, hint: API_ERRORS[this.code][1] } };
  }
}

export function refuse(code: ApiErrorCode, message: string): Refusal {
  return new Refusal(code, message);
}
