/** A literal key that is sent by the call: in a URL or in the body. */

import type { BasePayload } from "../../core/events/payload.js";
import { isRecord } from "../../core/text/json.js";
import type { Effect } from "../../effects/model/effect.js";
import { isLoopback } from "../../effects/model/near-hosts.js";
import { isLive } from "./live.js";

const ADDRESS = /\b(?:https?|wss?|ftp):\/\/[^\s"'`<>|\\]{1,2000}/gi;
/** A credential may be sent to the service it belongs to. */
const OPENS =
  /(?:^|\s)(?:-H|--header|-u|--user|--oauth2-bearer|-b|--cookie)(?:\s{1,3}|=)?(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|\S{1,2000})/g;

export async function sentLiteral(payload: BasePayload, effects: readonly Effect[]): Promise<Effect | undefined> {
  const texts = textsOf(payload, effects);
  if (texts.length === 0) return undefined;
  // Loaded lazily: the detector is large, and most calls send nothing.
  const { redactText, secretsIn } = await import("../../core/redact/text.js");
  for (const text of texts) {
    const host = hostIn(text);
    if (host === undefined) continue;
    const found = secretsIn(text, { lone: false }).find(({ kind }) => isLive(kind) && !belongsTo(kind, host));
    if (found !== undefined)
      return {
        kind: "send",
        severity: "destructive",
        certainty: "likely",
        words: redactText(text, { lone: false }),
        what: `sends a secret (${found.kind}) to ${host}`,
        instead: "ask the user to send it; a token belongs in a header for the host that issued it",
      };
  }
  return undefined;
}

function textsOf({ tool_name: tool, tool_input: input }: BasePayload, effects: readonly Effect[]): string[] {
  if (!isRecord(input)) return [];
  const found = new Set<string>();
  for (const text of [input["url"], tool === "Bash" ? input["command"] : undefined])
    if (typeof text === "string" && text.includes("://"))
      for (const address of text.slice(0, 100_000).match(ADDRESS) ?? []) if (!isLoopback(address)) found.add(address);
  for (const { kind, words } of effects) if (kind === "send") found.add(words.replace(OPENS, ""));
  return found.size === 0 ? [] : [...found].slice(0, 50);
}

function hostIn(text: string): string | undefined {
  return /:\/\/(?:[^/\s@]{0,200}@)?([\w.-]{1,253})/.exec(text)?.[1];
}

/** A key sent to its own issuer. */
function belongsTo(kind: string, host: string): boolean {
  const giver = kind.split("-", 1)[0]!;
  return host.toLowerCase().includes(giver) || /webhook/.test(kind);
}
