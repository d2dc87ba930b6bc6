/** The effect of data that leaves this machine. */
import type { Effect, Severity } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import type { Source } from "./sources.js";

const NOT_SENT = "ask the user to send it; names without values can be shown: `cut -d= -f1 .env`";
export const NOT_OWN =
  "show the user what you want to send and where; send a file made for it: `curl -F file=@notes.txt https://example.com/in`";

export function leak(invocation: Invocation, { what }: Source, severity: Severity, instead = NOT_SENT): Effect {
  return effectOf(invocation, {
    kind: "send",
    severity,
    certainty: "likely",
    what: `sends ${what} to another machine`,
    instead,
  });
}
