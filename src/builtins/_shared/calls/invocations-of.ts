/** Programs that a shell call would start. */

import type { BasePayload } from "../../../core/events/payload.js";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { isRecord } from "../../../core/text/json.js";
import type { Invocation } from "../../../effects/model/invocation.js";
import { readCommand } from "../../../effects/shell/read-command.js";
import { folderOf } from "./tool-call.js";

export function invocationsOf(payload: BasePayload, surroundings: Surroundings): readonly Invocation[] {
  const { tool_input: input } = payload;
  if (!isRecord(input) || typeof input["command"] !== "string") return [];
  const { project, home, platform } = surroundings;
  return readCommand(input["command"], { cwd: folderOf(payload, surroundings), project, home, platform }).invocations;
}
