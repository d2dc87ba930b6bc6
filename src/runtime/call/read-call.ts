/** Reads an agent's call: its payload, and its real sender. */
import { SENDERS } from "../../adapters/_senders.js";
import type { Environment } from "../../adapters/contract.js";
import { type JsonObject, parseObject } from "../../core/text/json.js";

/** A partial or missing payload is undefined: guards then apply their failure contract. */
export function parsePayload(text: string | undefined): JsonObject | undefined {
  return text === undefined ? undefined : parseObject(text);
}

/** Some agents also read the hook files of others: then the config names one agent, and another one calls. */
export function senderOf(
  named: string,
  payload: JsonObject | undefined,
  environment: Environment,
): { readonly adapter: string; readonly origin?: string } {
  const others = Object.entries(SENDERS).filter(([name]) => name !== named);
  const adapter = others.find(([, isSender]) => isSender(payload ?? {}, environment, named))?.[0] ?? named;
  return adapter in SENDERS ? { adapter, origin: named } : { adapter };
}
