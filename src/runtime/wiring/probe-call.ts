/** Gives each test call its own id, so that no two of them look like deliveries of one call. */
import type { Adapter, NativeCall } from "../../adapters/contract.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";

/** Unchanged if the agent gives its calls no ids: then each call gets one when it arrives. */
export function withOwnCallId<Call extends NativeCall>({ callId }: Pick<Adapter, "callId">, call: Call): Call {
  if (callId === null) return call;
  return { ...call, payload: replaced(call.payload, callId.split("."), probeCallId()) };
}

export function probeCallId(): string {
  return `snaphook-proof-${randomName(8)}`;
}

/** Only an id that is there: some events have none. */
function replaced(payload: JsonObject, [field, ...path]: readonly string[], id: string): JsonObject {
  const old = payload[field!];
  if (path.length === 0) return typeof old === "string" ? { ...payload, [field!]: id } : payload;
  return isRecord(old) ? { ...payload, [field!]: replaced(old, path, id) } : payload;
}
