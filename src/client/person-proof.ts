/**
 * Proof for the daemon that the user allowed a pending call in a terminal: the command that asked for the code signs what was
 * allowed. A token only shows that the caller can read a file. Channels vouch otherwise, a passkey among them.
 */
import type { Confirmed } from "../core/ports.js";
import type { AskScope } from "../core/records/records.js";
import { isRecord } from "../core/text/json.js";
import { isSigned, signatureFor } from "../disk/install-key.js";

export interface PersonProof {
  readonly kind: "terminal";
  readonly by: Confirmed["by"];
  readonly at: number;
  readonly signature: string;
}

interface AskedCall {
  readonly id: string;
  /** Hash of the exact call. */
  readonly hash: string;
  /** More than this call, once: see `AskScope`. */
  readonly scope?: AskScope;
  /** To questions. */
  readonly answers?: unknown;
}

const VALID_MS = 60_000;

/** Throws if the installation has no key and none can be created. `data` contains the key. */
export function provePerson(data: string, asked: AskedCall, by: Confirmed["by"]): PersonProof {
  const proof = { kind: "terminal", by, at: Date.now() } as const;
  return { ...proof, signature: signatureFor(data, "answer", { ...provenFields(asked), ...proof }) };
}

/** True if the proof is for this call, from this installation, and recent. */
export function provesPerson(data: string, asked: AskedCall, proof: unknown): boolean {
  if (!isRecord(proof) || proof["kind"] !== "terminal" || typeof proof["at"] !== "number") return false;
  if (!(Math.abs(Date.now() - proof["at"]) < VALID_MS)) return false;
  const { kind, by, at, signature } = proof;
  const { user, terminal } = isRecord(by) ? by : {};
  return isSigned(data, "answer", { ...provenFields(asked), kind, by: { user, terminal }, at, signature });
}

/** The person in this terminal opens the local page: it may then answer. Throws as `provePerson` does. */
export function provePage(data: string, by: Confirmed["by"]): PersonProof {
  const proof = { kind: "terminal", by, at: Date.now() } as const;
  return { ...proof, signature: signatureFor(data, "page", proof) };
}

export function provesPage(data: string, { kind, by, at, signature }: PersonProof): boolean {
  if (!(Math.abs(Date.now() - at) < VALID_MS)) return false;
  return isSigned(data, "page", { kind, by: { user: by.user, terminal: by.terminal }, at, signature });
}

function provenFields({ id, hash, scope, answers }: AskedCall) {
  return { id, hash, ...(scope === undefined ? {} : { scope }), ...(answers === undefined ? {} : { answers }) };
}
