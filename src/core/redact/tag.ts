/**
 * What stands where a secret was: `[redacted:kind:0123abcd]`. The letters are a keyed hash, so that equal secrets can be
 * told from different ones, and nobody without the key can try out a guess.
 */
import type { Span } from "./span.js";

/** The first letters of a keyed hash; undefined when there is no key. */
export type TagHash = (secret: string) => string | undefined;

let hashOf: TagHash = () => undefined;

/** Set once by the program that has the key. Without it, tags have no letters. */
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
