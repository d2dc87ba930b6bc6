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
  return message(`${guard} allowed this call: ${exception.by.user} made an exception for it (snaphook except --list).`);
}
