/** Calls that hide their effect: the agent reads one field, and another looks like it. */
import assert from "node:assert/strict";
import type { Adapter } from "../adapters/contract.js";
import { isRecord, type JsonObject } from "../core/text/json.js";

const MARK = "snaphook-mark";

/** For every tool with native fields, hooks see the field that the agent reads. */
export function checkDecoys(adapter: Adapter): void {
  const { event, payload } = adapter.shellCall(MARK, "/home/user/project");
  const decoded = adapter.decode(event, payload).payload;
  const shell = String(decoded["native_tool_name"] ?? decoded["tool_name"]);
  const namesTool = JSON.stringify(payload).includes(JSON.stringify(shell));
  for (const [native, { fields = {} }] of Object.entries(adapter.tools)) {
    // If the event implies the tool, its call can only be one of that.
    if (!namesTool && native !== shell) continue;
    const own = Object.entries(fields).filter(([field, canonical]) => field !== canonical);
    const input = {
      ...Object.fromEntries(own.map(([, canonical]) => [canonical, "decoy"])),
      ...Object.fromEntries(own.map(([field]) => [field, `meant-${field}`])),
    };
    const call = replaced(payload, shell, native, input) as JsonObject;
    const seen = adapter.decode(event, call).payload["tool_input"] as JsonObject;
    for (const canonical of new Set(own.map(([, name]) => name)))
      assert.match(String(seen[canonical]), /^meant-/, `${native}: ${canonical}`);
  }
}

/** A shell call disguised as another tool: its name, and the object with the command. */
function replaced(value: unknown, shell: string, native: string, input: JsonObject): unknown {
  if (value === shell) return native;
  if (!isRecord(value)) return value;
  if (Object.values(value).flat().includes(MARK)) return input;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, shell, native, input)]));
}
