/**
 * A person confirmed the channels of `daemon.json`. Without that they announce and deny, and approve nothing: otherwise an agent
 * that edits the file could name itself as the one who approves.
 */
import { join } from "node:path";
import type { Confirmed } from "../core/ports.js";
import { canonicalJson, isRecord } from "../core/text/json.js";
import { sha256 } from "../disk/digest.js";
import { readPlainFile, writePrivateFile } from "../disk/files.js";
import { isSigned, signedJson } from "../disk/install-key.js";

const FORMAT = 1;

export function consentFile(data: string): string {
  return join(data, "channels.json");
}

/** Whether a person confirmed exactly these settings on this installation. */
export function isConfirmed(data: string, channels: object): boolean {
  try {
    const value: unknown = JSON.parse(readPlainFile(consentFile(data)).toString("utf8"));
    return isRecord(value) && value["hash"] === hashOf(channels) && isSigned(data, "channels", value);
  } catch {
    return false;
  }
}

/** Throws on a disk error. Only after a person agreed. */
export function confirmChannels(data: string, channels: object, { user, terminal }: Confirmed["by"]): void {
  const fields = { format: FORMAT, hash: hashOf(channels), at: Date.now(), by: { user, terminal } };
  writePrivateFile(consentFile(data), signedJson(data, "channels", fields));
}

function hashOf(channels: object): string {
  return sha256(canonicalJson(channels));
}
