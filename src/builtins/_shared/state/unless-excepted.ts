/**
 * Returns the guard's answer, unless the user made an exception for this exact call. Managed guards ignore exceptions.
 */

import { type HookOutput, message } from "../../../core/decision/decision.js";
import type { BasePayload } from "../../../core/events/payload.js";
import type { Services, Surroundings } from "../../../core/hooks/builtin.js";
import { exceptionFor } from "./exceptions.js";

export function unlessExcepted<T extends HookOutput | Promise<HookOutput>>(
  guard: string,
  payload: BasePayload,
  surroundings: Surroundings,
  services: Services,
  answer: () => T,
): T | HookOutput {
  const exception =
    services.level === "managed" ? undefined : exceptionFor(guard, payload, surroundings, services.now());
  if (exception === undefined) return answer();
  const { by, decision } = exception;
  return passed(
    `${guard} allowed this call: ${by.user} made an exception for it (snaphook except --end ${decision.slice(-8)}).`,
  );
}

/** No opinion. The text is for the user and, as the reason, for the record: an answer with `verdict` keeps it. */
export function passed(text: string): HookOutput {
  return { ...message(text), reason: text, verdict: undefined } as HookOutput;
}
