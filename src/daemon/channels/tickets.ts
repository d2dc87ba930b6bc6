/**
 * Tickets answer one question once, with one verdict, through one channel, until it ends. The installation signs them, for the
 * exact call; only a hash of each is stored.
 */
import { isSame, randomName, sha256 } from "../../disk/digest.js";
import { signatureFor } from "../../disk/install-key.js";

export type Verdict = "allow" | "deny";

export interface TicketFor {
  readonly channel: string;
  readonly id: string;
  /** Of the call. It is not part of the text. */
  readonly hash: string;
  readonly verdict: Verdict;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const SHAPE = /^sht1\.([0-9a-f]{8})\.(allow|deny)\.([1-9]\d{11,14})\.([0-9a-f]{32})\.([0-9a-f]{64})$/;

/** Enough for every state of a question that is shown again. */
export const TICKETS_PER_CARD = 8;

/** Whether this looks like a ticket. It says nothing about its worth. */
export function isTicketShaped(text: string): boolean {
  return SHAPE.test(text);
}

/** Throws if the installation has no key. */
export function newTicket(data: string, about: TicketFor): string {
  const nonce = randomName(16);
  return `sht1.${about.id}.${about.verdict}.${about.expiresAt}.${nonce}.${signed(data, about, nonce)}`;
}

/** What is stored of it. */
export function ticketHash(ticket: string): string {
  return sha256(ticket).slice(0, 32);
}

export interface ReadTicket {
  readonly id: string;
  readonly verdict: Verdict;
  readonly expiresAt: number;
  /** Whether the installation made it for this channel and call. Throws like `newTicket`. */
  isFor(data: string, about: Pick<TicketFor, "channel" | "hash">): boolean;
}

export function readTicket(text: string): ReadTicket | undefined {
  const [, id = "", verdict, expiry, nonce = "", signature = ""] = SHAPE.exec(text) ?? [];
  if (verdict !== "allow" && verdict !== "deny") return undefined;
  const expiresAt = Number(expiry);
  const isFor: ReadTicket["isFor"] = (data, about) =>
    isSame(signature, signed(data, { ...about, id, verdict, expiresAt }, nonce));
  return { id, verdict, expiresAt, isFor };
}

function signed(data: string, { channel, id, hash, verdict, expiresAt }: TicketFor, nonce: string): string {
  return signatureFor(data, "ticket", { channel, id, hash, verdict, expiresAt, nonce });
}
