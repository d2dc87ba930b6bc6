/** Plays Pi's part for one tool call, without a model: to prove that our extension blocks. */
import { isRecord } from "../../core/text/json.js";
import type { Adapter } from "../contract.js";

type Handler = (event: object, ctx: object) => Promise<unknown>;
type Extension = (pi: { on(event: string, handler: Handler): void }) => unknown;

export const tryBridge: NonNullable<Adapter["tryBridge"]> = async (bridge, { command, cwd, id }) => {
  const handlers = new Map<string, Handler>();
  (bridge["default"] as Extension)({ on: (event, handler) => void handlers.set(event, handler) });
  const event = { type: "tool_call", toolName: "bash", toolCallId: id, input: { command } };
  const sessionManager = { getSessionId: () => "snaphook-proof", getSessionFile: () => undefined };
  const answer = await handlers.get("tool_call")?.(event, { mode: "print", hasUI: false, cwd, sessionManager });
  return isRecord(answer) && answer["block"] === true ? String(answer["reason"]) : undefined;
};
