/**
 * The replacement of a secret: `[redacted:kind:0123abcd]`. The digits are a keyed hash, so that equal secrets are
 * recognisable but cannot be guessed without the key.
 */
import type { Span } from "./span.js";

/** The first digits of a keyed hash; undefined without a key. */
export type TagHash = (secret: string) => string | undefined;

let hashOf: TagHash = () => undefined;

/** Set once by the program that has the key. Without it, tags have no digits. */
export function useTagHash(hash: TagHash): void {
  hashOf = hash;
}

export function tagFor(kind: string, secret: string): string {
  const hash = hashOf(secret);
  return hash === undefined ? `[redacted:${kind}]` : `[redacted:${kind}:${hash}]`;
}

const TAG = /\[redacted:[a-z0-9-]{1,40}(?::[0-9a-f]{8})?\]/g;

export function tagsIn(text: string): Span[] {
  if (!text.includes("[redacted:")) return [];
  return Array.from(text.matchAll(TAG), ({ index, 0: tag }) => ({ start: index, end: index + tag.length, kind: "" }));
}
